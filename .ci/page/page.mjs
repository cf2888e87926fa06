// What the checks of all HTML pages have in common: headless Chromium, a list of what
// is wrong, and pages that tell their errors.
import { chromium } from 'playwright-core';
import axe from 'axe-core';
import { readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export const [page, hostile, folder] = process.argv.slice(2);
export const problems = [];
export const check = (holds, what) => { if (!holds) problems.push(what); };
export const address = pathToFileURL(page).href;
export const size = statSync(page).size;
export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
check(size < 3 << 20, `the page has ${size} bytes, more than 3 MB`);
check(!/(?:src|href)="https?:/.test(readFileSync(page, 'utf8')), 'the page loads something from elsewhere');

// audit holds a tab against the rules of accessibility, and says how many pass.
export const audit = async (tab, what) => {
  await tab.evaluate(axe.source);
  const result = await tab.evaluate(() => window.axe.run());
  for (const violation of result.violations) problems.push(`${what}: axe ${violation.id}: ${violation.help}: ${violation.nodes.slice(0, 3).map((node) => node.target.join(' ') + ' ' + node.failureSummary).join('; ')}`);
  return result.passes.length;
};

// inScheme opens a tab in the light or the dark scheme.
export const inScheme = async (scheme) => {
  const tab = await browser.newPage({ colorScheme: scheme, viewport: { width: 1280, height: 900 } });
  tab.on('console', (message) => { if (message.type() === 'error' || message.type() === 'warning') problems.push(`${scheme}: console: ${message.text()}`); });
  tab.on('pageerror', (error) => problems.push(`${scheme}: ${error.message}`));
  tab.on('request', (request) => { if (/^https?:/.test(request.url())) problems.push(`${scheme}: asks for ${request.url()}`); });
  return tab;
};

// withoutScripts opens the page for who runs none, who sees a table of something.
export const withoutScripts = async (something, screenshot) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const tab = await context.newPage();
  await tab.goto(address);
  check(await tab.locator('noscript tbody tr').count() > 1 && await tab.locator('noscript tbody tr').first().isVisible(), `without scripts: there are no ${something}`);
  check(!await tab.locator('button').first().isVisible(), 'without scripts: there is a button');
  await tab.screenshot({ path: `${folder}/${screenshot}.png` });
  await context.close();
};

// onHostile opens the report on code that tries to break out of its page: nothing of it
// may do anything.
export const onHostile = async () => {
  const tab = await browser.newPage({ viewport: { width: 800, height: 900 }, forcedColors: 'active', reducedMotion: 'reduce' });
  tab.on('console', (message) => problems.push(`hostile: console: ${message.text()}`));
  tab.on('pageerror', (error) => problems.push(`hostile: ${error.message}`));
  tab.on('dialog', (dialog) => { problems.push(`hostile: it runs ${dialog.message()}`); dialog.dismiss(); });
  await tab.goto(pathToFileURL(hostile).href);
  await tab.waitForSelector('html[data-ready]');
  return tab;
};

// showsAsText holds that the code of the hostile report shows up as text.
export const showsAsText = async (tab, all) => {
  const text = await tab.textContent('#list');
  for (const wanted of all) check(text.includes(wanted), `hostile: ${wanted} is not shown`);
  check(text.includes('⟪U+202E⟫') && !text.includes('\u202e'), 'hostile: what turns the reading round is not shown');
  check(!/NaN|undefined|\[object/.test(await tab.innerText('body')), 'hostile: something has no value');
  check(await tab.locator('main img').count() === 0, 'hostile: an element of the code is one of the page');
};

// finish says what is wrong, and ends the program.
export const finish = async () => {
  await browser.close();
  for (const problem of problems) console.log('WRONG: ' + problem);
  process.exit(problems.length ? 1 : 0);
};
