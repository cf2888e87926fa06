// Opens the page of "puppet-lint data" in headless Chromium and uses it as people do:
// search, filter, address, both themes, narrow screens, no scripts. Exits with 1 if
// anything is wrong.
//
//   node data.mjs PAGE FOLDER
//
// Screenshots go to FOLDER.
import { chromium } from 'playwright-core';
import axe from 'axe-core';
import { pathToFileURL } from 'node:url';

const [page, folder] = process.argv.slice(2);
const problems = [];
const check = (holds, what) => { if (!holds) problems.push(what); };
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
for (const scheme of ['light', 'dark']) {
  const tab = await browser.newPage({ colorScheme: scheme, viewport: { width: 1280, height: 900 } });
  tab.on('console', (message) => { if (message.type() === 'error' || message.type() === 'warning') problems.push(`${scheme}: console: ${message.text()}`); });
  tab.on('pageerror', (error) => problems.push(`${scheme}: ${error.message}`));
  tab.on('request', (request) => { if (/^https?:/.test(request.url())) problems.push(`${scheme}: asks for ${request.url()}`); });
  await tab.goto(pathToFileURL(page).href);
  await tab.waitForSelector('html[data-ready]');
  const count = async () => Number((await tab.textContent('#count')).match(/^[\d,]+/)[0].replace(/,/g, ''));
  const all = await count();
  check(all > 50, `only ${all} keys are listed`);
  await tab.screenshot({ path: `${folder}/data-${scheme}.png` });
  await tab.evaluate(axe.source);
  const result = await tab.evaluate(() => window.axe.run());
  for (const violation of result.violations) problems.push(`${scheme}: axe ${violation.id}: ${violation.help}: ${violation.nodes.slice(0, 3).map((node) => node.target.join(' ')).join('; ')}`);
  console.log(`${scheme}: ${all} keys, axe-core: ${result.passes.length} rules pass`);
  const name = await tab.locator('article h3 code').nth(2).textContent();
  await tab.fill('#search', name);
  const found = await count();
  check(found > 0 && found < all, `searching ${name} finds ${found} of ${all}`);
  check(await tab.evaluate(() => location.hash.includes('search=')), 'the address does not have the search');
  await tab.fill('#search', '');
  for (const [show, most] of [['unread', all], ['novalue', all], ['merged', all], ['shadowed', all]]) {
    await tab.selectOption('#show', show);
    check(await count() < most, `"${show}" shows all keys`);
  }
  await tab.selectOption('#show', '');
  for (const width of [400, 320]) {
    await tab.setViewportSize({ width, height: 700 });
    check(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${scheme}: ${width} wide, the page is wider than the screen`);
  }
  await tab.screenshot({ path: `${folder}/data-${scheme}-320.png` });
  await tab.close();
}
const plain = await browser.newPage({ javaScriptEnabled: false });
await plain.goto(pathToFileURL(page).href);
check(await plain.locator('.notice li').count() > 0, 'without scripts, nothing is listed');
await browser.close();
for (const problem of problems) console.log('WRONG ' + problem);
process.exit(problems.length > 0 ? 1 : 0);
