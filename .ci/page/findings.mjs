// Opens the HTML report of findings in headless Chromium and uses it as people do:
// search, path, severity, rule, order, address, keyboard, both themes, zoom, print, no
// scripts. Exits with 1 if anything is wrong.
//
//   node findings.mjs PAGE HOSTILE FOLDER
//
// HOSTILE is a report on code that tries to break out of its page. Screenshots go to
// FOLDER. PATIENCE is how many times slower than a machine of its own this one may be.
import { chromium } from 'playwright-core';
import axe from 'axe-core';
import { readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [page, hostile, folder] = process.argv.slice(2);
const problems = [];
const check = (holds, what) => { if (!holds) problems.push(what); };
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const size = statSync(page).size;
check(size < 3 << 20, `the page has ${size} bytes, more than 3 MB`);
check(!/(?:src|href)="https?:/.test(readFileSync(page, 'utf8')), 'the page loads something from elsewhere');

const audit = async (tab, what) => {
  await tab.evaluate(axe.source);
  const result = await tab.evaluate(() => window.axe.run());
  for (const violation of result.violations) problems.push(`${what}: axe ${violation.id}: ${violation.help}: ${violation.nodes.slice(0, 3).map((node) => node.target.join(' ') + ' ' + node.failureSummary).join('; ')}`);
  return result.passes.length;
};

for (const scheme of ['light', 'dark']) {
  const tab = await browser.newPage({ colorScheme: scheme, viewport: { width: 1280, height: 900 } });
  tab.on('console', (message) => { if (message.type() === 'error' || message.type() === 'warning') problems.push(`${scheme}: console: ${message.text()}`); });
  tab.on('pageerror', (error) => problems.push(`${scheme}: ${error.message}`));
  tab.on('request', (request) => { if (/^https?:/.test(request.url())) problems.push(`${scheme}: asks for ${request.url()}`); });
  const address = pathToFileURL(page).href;
  await tab.goto(address);
  await tab.waitForSelector('html[data-ready]');
  const ready = Number(await tab.getAttribute('html', 'data-ready'));
  console.log(`${scheme}: ${size} bytes, interactive after ${ready} ms`);
  check(ready < 1500 * Number(process.env.PATIENCE || 1), `${scheme}: interactive after ${ready} ms`);
  check(await tab.getAttribute('html', 'data-theme') === scheme, `${scheme}: the theme is another`);
  await tab.screenshot({ path: `${folder}/findings-${scheme}.png` });

  const count = async () => { await tab.waitForTimeout(120); return Number((await tab.textContent('#count')).match(/^[\d,]+/)[0].replace(/,/g, '')); };
  const all = await count();
  check(all > 200, `only ${all} findings are listed`);
  check(await tab.locator('.finding').count() === 200, 'not the first 200 findings are shown');
  check(/^error/.test(await tab.locator('.finding .message').first().textContent()), 'the first finding is no error');
  await tab.click('#more');
  check(await tab.locator('.finding').count() > 200, 'there are not more findings');
  check(await tab.evaluate(() => document.activeElement.closest('.finding') !== null), 'the keyboard does not go on with the new findings');

  // By severity, rule, path and text, and all of them.
  await tab.selectOption('#severity', 'error');
  const errors = await count();
  check(errors > 0 && errors < all, `there are ${errors} errors among ${all}`);
  check(await tab.locator('.level:not(.level-error)').count() === 0, 'what is no error is among the errors');
  const rule = await tab.locator('.finding button.tag').first().textContent();
  await tab.locator('.finding button.tag').first().click();
  const ofRule = await count();
  check(ofRule > 0 && ofRule <= errors && await tab.inputValue('#rule') === rule, `the rule ${rule} has ${ofRule} errors`);
  const path = (await tab.locator('.finding .where').first().textContent()).split('/')[0] + '/';
  await tab.fill('#path', path);
  const within = await count();
  check(within > 0 && within <= ofRule, `${path} has ${within} errors`);
  check(await tab.evaluate((path) => [...document.querySelectorAll('.finding .line .where')].every((one) => one.textContent.includes(path)), path), 'a finding is elsewhere');
  await tab.screenshot({ path: `${folder}/findings-${scheme}-filtered.png` });
  console.log(`${scheme}: axe-core: ${await audit(tab, scheme)} rules pass`);

  // What is chosen stands in the address, for others.
  const shared = await tab.evaluate(() => location.href);
  await tab.goto('about:blank');
  await tab.goto(shared);
  await tab.waitForSelector('html[data-ready]');
  check(await count() === within, 'the address leads to other findings');
  await tab.click('#clear');
  check(await count() === all && !(await tab.evaluate(() => location.hash)), 'not everything is shown again');
  await tab.fill('#search', 'there-is-no-such-thing');
  await tab.waitForTimeout(120);
  check(await tab.locator('.finding').count() === 0 && await tab.locator('.nothing').first().isVisible(), 'a search for nonsense finds something');
  await tab.fill('#search', rule + ' ' + path);
  const found = await count();
  check(found >= within && found < all, `searching for ${rule} and ${path} finds ${found}`);
  await tab.click('#clear');
  await tab.check('#fixable');
  const fixable = await count();
  check(fixable > 0 && fixable < all, `${fixable} of ${all} can be fixed`);
  await tab.uncheck('#fixable');
  for (const order of ['file', 'rule']) {
    await tab.selectOption('#order', order);
    check(await count() === all && await tab.locator('h3.group').count() > 0, `ordered by ${order}: there are no headings`);
  }
  check(await tab.locator('.finding mark').count() > 0, 'no code is marked');

  // From the table of rules to the findings of one, by keyboard.
  const button = tab.locator('#rules button').first();
  await button.focus();
  await tab.keyboard.press('Enter');
  check(await tab.inputValue('#rule') === await button.textContent(), 'the table of rules does not filter');
  check(await tab.evaluate(() => document.activeElement.id) === 'findings', 'the table of rules does not lead to the findings');

  await tab.click('#theme');
  check(await tab.getAttribute('html', 'data-theme') !== scheme, 'the theme does not change');
  for (const [width, height, letters] of [[400, 800, ''], [320, 256, ''], [640, 512, ''], [1280, 900, '200%']]) {
    await tab.setViewportSize({ width, height });
    await tab.evaluate((size) => { document.documentElement.style.fontSize = size; }, letters);
    const what = `${scheme}: ${width} pixels wide${letters && ', large letters'}`;
    check(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what}: the page scrolls sideways`);
    await tab.screenshot({ path: `${folder}/findings-${scheme}-${width}${letters && '-large'}.png` });
  }
  await tab.emulateMedia({ media: 'print' });
  check(!await tab.locator('#filters').isVisible(), 'the filters are printed');
  await tab.close();
}

// Who runs no scripts sees the rules.
{
  const context = await browser.newContext({ javaScriptEnabled: false });
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(page).href);
  check(await tab.locator('noscript tbody tr').count() > 1 && await tab.locator('noscript tbody tr').first().isVisible(), 'without scripts: there are no rules');
  check(!await tab.locator('button').first().isVisible(), 'without scripts: there is a button');
  await context.close();
}

// Code that tries to break out of its page shows up as text, and does nothing.
{
  const tab = await browser.newPage({ viewport: { width: 800, height: 900 }, forcedColors: 'active', reducedMotion: 'reduce' });
  tab.on('console', (message) => problems.push(`hostile: console: ${message.text()}`));
  tab.on('pageerror', (error) => problems.push(`hostile: ${error.message}`));
  tab.on('dialog', (dialog) => { problems.push(`hostile: it runs ${dialog.message()}`); dialog.dismiss(); });
  await tab.goto(pathToFileURL(hostile).href);
  await tab.waitForSelector('html[data-ready]');
  const text = await tab.textContent('#list');
  for (const wanted of ['</script><img src=x onerror=alert(5)>', '<img src=x onerror=alert(4)>']) check(text.includes(wanted), `hostile: ${wanted} is not shown`);
  check(text.includes('⟪U+202E⟫') && !text.includes('\u202e'), 'hostile: what turns the reading round is not shown');
  check(!/NaN|undefined|\[object/.test(await tab.innerText('body')), 'hostile: something has no value');
  check(await tab.locator('main img').count() === 0, 'hostile: an element of the code is one of the page');
  await tab.screenshot({ path: `${folder}/findings-hostile.png`, fullPage: true });
  console.log(`hostile: axe-core: ${await audit(tab, 'hostile')} rules pass`);
  await tab.close();
}
await browser.close();
for (const problem of problems) console.log('WRONG: ' + problem);
process.exit(problems.length ? 1 : 0);
