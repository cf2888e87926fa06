// Opens the page of a graph in headless Chromium and uses it as people do: search,
// folds, focus, zoom, keyboard, address, both themes, narrow screens, no scripts. Exits
// with 1 if anything is wrong.
//
//   node graph.mjs PAGE HOSTILE FOLDER
//
// HOSTILE is the graph of code that tries to break out of its page. Screenshots go to
// FOLDER. PATIENCE is how many times slower than a machine of its own this one may be.
import { chromium } from 'playwright-core';
import axe from 'axe-core';
import { readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [page, hostile, folder] = process.argv.slice(2);
const patience = Number(process.env.PATIENCE || 1);
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
const watch = (tab, what) => {
  tab.on('console', (message) => { if ((message.type() === 'error' || message.type() === 'warning') && !message.text().includes('willReadFrequently')) problems.push(`${what}: console: ${message.text()}`); });
  tab.on('pageerror', (error) => problems.push(`${what}: ${error.message}`));
  tab.on('request', (request) => { if (/^https?:/.test(request.url())) problems.push(`${what}: asks for ${request.url()}`); });
};
// (Reading the picture, which only this program does, has the browser warn.)
// painted is how many colours the picture has: nothing drawn has one.
const painted = (tab) => tab.evaluate(() => {
  const canvas = document.getElementById('canvas');
  const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const seen = new Set();
  for (let i = 0; i < data.length; i += 4) seen.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
  return seen.size;
});
const timed = async (tab, what, most, work) => {
  const before = await tab.evaluate(() => performance.now());
  await work();
  const took = await tab.evaluate(() => performance.now()) - before;
  check(took < most * patience, `${what} takes ${Math.round(took)} ms`);
  return Math.round(took);
};

for (const scheme of ['light', 'dark']) {
  const tab = await browser.newPage({ colorScheme: scheme, viewport: { width: 1280, height: 900 } });
  watch(tab, scheme);
  const address = pathToFileURL(page).href;
  await tab.goto(address);
  await tab.waitForSelector('html[data-ready]');
  const ready = Number(await tab.getAttribute('html', 'data-ready'));
  const count = async () => Number((await tab.textContent('#count')).match(/^[\d,]+/)[0].replace(/,/g, ''));
  const all = await count();
  console.log(`${scheme}: ${size} bytes, ${all} things, interactive after ${ready} ms`);
  check(ready < 1500 * patience, `${scheme}: interactive after ${ready} ms`);
  check(all > 100, `only ${all} things are listed`);
  check(await tab.getAttribute('html', 'data-theme') === scheme, `${scheme}: the theme is another`);
  check(await painted(tab) > 3, 'nothing is drawn');
  await tab.screenshot({ path: `${folder}/graph-${scheme}.png` });

  console.log(`${scheme}: unfolded after ${await timed(tab, 'unfolding', 1500, () => tab.click('#unfold'))} ms`);
  check(await painted(tab) > 3, 'nothing is drawn when all is unfolded');
  await tab.screenshot({ path: `${folder}/graph-${scheme}-unfolded.png` });
  console.log(`${scheme}: zoomed after ${await timed(tab, 'zooming', 500, () => tab.click('#in'))} ms`);
  await tab.click('#fit');
  await tab.focus('#canvas');
  for (const key of ['+', '-', 'ArrowLeft', 'ArrowDown', '0']) await tab.keyboard.press(key);
  await tab.mouse.move(400, 500);
  await tab.mouse.down();
  await tab.mouse.move(460, 540, { steps: 4 });
  await tab.mouse.up();
  await tab.mouse.wheel(0, -200);
  await tab.click('#fold');

  const name = (await tab.locator('#list li button').nth(3).textContent()).trim();
  await tab.fill('#search', name);
  const found = await count();
  check(found > 0 && found < all, `searching ${name} finds ${found} of ${all}`);
  await tab.locator('#list li button').first().focus();
  await tab.keyboard.press('Enter');
  check(/names \d+, named by \d+/.test(await tab.textContent('#count')), 'a thing is not told of');
  check(await tab.evaluate(() => location.hash.includes('thing=')), 'the address does not have the thing');
  await tab.getByText('Show only what is around it').click();
  check(await tab.locator('#all').isVisible(), 'the focus has no way back');
  await tab.screenshot({ path: `${folder}/graph-${scheme}-focus.png` });
  console.log(`${scheme}: axe-core: ${await audit(tab, scheme)} rules pass`);
  const looked = await tab.evaluate(() => location.hash);
  await tab.click('#all');
  await tab.goto('about:blank');
  await tab.goto(address + looked);
  await tab.waitForSelector('html[data-ready]');
  check(/names \d+/.test(await tab.textContent('#count')), 'the address leads elsewhere');
  await tab.getByText('Back to all').click();
  await tab.fill('#search', 'there-is-no-such-thing');
  check(await count() === 0, 'a search for nonsense finds something');
  await tab.fill('#search', '');
  const kind = await tab.locator('#edge option').nth(1).getAttribute('value');
  await tab.selectOption('#edge', kind);
  await tab.uncheck('#possible');
  check(await painted(tab) > 2, `nothing is drawn of "${kind}"`);
  await tab.click('#theme');
  check(await tab.getAttribute('html', 'data-theme') !== scheme, 'the theme does not change');
  for (const [width, height, letters] of [[400, 800, ''], [320, 256, ''], [640, 512, ''], [1280, 900, '200%']]) {
    await tab.setViewportSize({ width, height });
    await tab.evaluate((size) => { document.documentElement.style.fontSize = size; }, letters);
    await tab.waitForTimeout(100);
    check(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${scheme}: ${width} wide, the page is wider than the screen`);
    await tab.screenshot({ path: `${folder}/graph-${scheme}-${width}${letters && '-large'}.png` });
  }
  await audit(tab, scheme + ', narrow');
  await tab.close();
}

const odd = await browser.newPage();
watch(odd, 'hostile');
odd.on('dialog', (dialog) => { problems.push(`hostile: ${dialog.message()}`); dialog.dismiss(); });
await odd.goto(pathToFileURL(hostile).href);
await odd.waitForSelector('html[data-ready]');
await odd.click('#unfold');
for (const button of await odd.locator('#list li button').all()) if (await button.isVisible()) { await button.click(); await odd.getByText('Back to all').click(); }
check(await odd.locator('main img').count() === 0, 'hostile: code has become a part of the page');

const plain = await browser.newPage({ javaScriptEnabled: false });
await plain.goto(pathToFileURL(page).href);
check(await plain.locator('noscript li').count() + await plain.locator('.notice li').count() > 0, 'without scripts, nothing is listed');

await browser.close();
for (const problem of problems) console.log('WRONG ' + problem);
process.exit(problems.length > 0 ? 1 : 0);
