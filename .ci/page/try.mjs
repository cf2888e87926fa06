// Opens a type report in headless Chromium and uses it as people do: search,
// filters, modules, source, keyboard, both themes. Exits with 1 if anything is
// wrong.
//
//   node try.mjs PAGE FOLDER
//
// Screenshots go to FOLDER. PATIENCE is how many times slower than a machine of
// its own this one may be.
import { chromium } from 'playwright-core';
import axe from 'axe-core';
import { readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [page, folder] = process.argv.slice(2);
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
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable');
  await tab.goto(pathToFileURL(page).href);
  await tab.waitForSelector('html[data-ready]');
  const ready = Number(await tab.getAttribute('html', 'data-ready'));
  const { metrics } = await session.send('Performance.getMetrics');
  const busy = metrics.find((metric) => metric.name === 'TaskDuration').value * 1000;
  console.log(`${scheme}: ${size} bytes, interactive after ${ready} ms, of which ${Math.round(busy)} ms of work`);
  check(ready < 1000 * Number(process.env.PATIENCE || 1), `${scheme}: interactive after ${ready} ms`);
  check(await tab.getAttribute('html', 'data-theme') === scheme, `${scheme}: the theme is another`);
  await tab.screenshot({ path: `${folder}/${scheme}.png` });

  const count = async () => Number((await tab.textContent('#count')).match(/^[\d,]+/)[0].replace(/,/g, ''));
  const all = await count();
  check(all > 0, 'nothing is listed');

  // Opening a module, by mouse and by keyboard.
  const first = tab.locator('.module h3 button').first();
  if (await first.getAttribute('aria-expanded') === 'false') await first.click();
  check(await first.getAttribute('aria-expanded') === 'true', 'a module does not open');
  await first.focus();
  await tab.keyboard.press('Enter');
  check(await first.getAttribute('aria-expanded') === 'false', 'a module does not close by keyboard');
  await tab.keyboard.press('Enter');

  // Search and filters.
  const name = (await tab.locator('.definition code').first().textContent()).trim();
  await tab.fill('#search', name);
  await tab.waitForTimeout(200);
  const found = await count();
  check(found > 0 && found <= all, `searching ${name} finds ${found} of ${all}`);
  await tab.fill('#search', 'there-is-no-such-thing');
  await tab.waitForTimeout(200);
  check(await count() === 0, 'a search for nonsense finds something');
  await tab.fill('#search', '');
  await tab.selectOption('#kind', 'class');
  await tab.waitForTimeout(200);
  const classes = await count();
  check(classes > 0 && classes < all, `there are ${classes} classes among ${all}`);
  await tab.selectOption('#show', 'suggested');
  const suggested = await count();
  check(suggested > 0 && suggested < classes, `${suggested} classes have suggestions`);
  await tab.selectOption('#order', 'holes');
  const top = tab.locator('.module h3 button').first();
  if (await top.getAttribute('aria-expanded') === 'false') await top.click();
  check(await tab.locator('.offer').first().isVisible(), 'no suggestion is shown');
  await tab.screenshot({ path: `${folder}/${scheme}-filtered.png`, fullPage: false });
  console.log(`${scheme}: axe-core, list open: ${await audit(tab, scheme)} rules pass`);

  // The treemap leads to its module, whatever is filtered.
  const tile = tab.locator('.map button').first();
  const label = (await tile.getAttribute('title')).split(' ')[0];
  await tab.selectOption('#show', 'all');
  await tile.click();
  check((await tab.evaluate(() => document.activeElement.querySelector('.name')?.textContent)) === label, `the map does not lead to ${label}`);
  await tab.waitForTimeout(100);
  await tab.screenshot({ path: `${folder}/${scheme}-module.png` });

  // The source, with types by mouse and by keyboard.
  await tab.locator('.module:has([aria-expanded="true"]) .link').first().click();
  await tab.waitForSelector('dialog[open] pre b');
  await tab.locator('#source-text b').first().hover();
  const hovered = await tab.textContent('#source-type');
  check(/: \S/.test(hovered), `pointing at a name says ${hovered}`);
  await tab.focus('#source-text');
  await tab.keyboard.press('ArrowRight');
  await tab.keyboard.press('ArrowRight');
  check(await tab.locator('#source-text b.at').count() === 1, 'the keyboard does not reach a name');
  check(/: \S/.test(await tab.textContent('#source-type')), 'the keyboard shows no type');
  await tab.screenshot({ path: `${folder}/${scheme}-source.png` });
  console.log(`${scheme}: axe-core, source open: ${await audit(tab, scheme + ', source')} rules pass`);
  await tab.keyboard.press('Escape');
  check(await tab.locator('dialog[open]').count() === 0, 'Escape does not close the source');

  await tab.click('#theme');
  check(await tab.getAttribute('html', 'data-theme') !== scheme, 'the theme does not change');
  await tab.setViewportSize({ width: 400, height: 800 });
  check(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'a narrow screen scrolls sideways');
  await tab.screenshot({ path: `${folder}/${scheme}-narrow.png` });
  await tab.close();
}
await browser.close();
for (const problem of problems) console.log('WRONG: ' + problem);
process.exit(problems.length ? 1 : 0);
