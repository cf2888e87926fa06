// Opens a type report in headless Chromium and uses it as people do: search,
// filters, modules, source, keyboard, both themes, zoom, no scripts. Exits with 1
// if anything is wrong.
//
//   node try.mjs PAGE HOSTILE FOLDER
//
// HOSTILE is a report on code that tries to break out of its page. Screenshots go
// to FOLDER. PATIENCE is how many times slower than a machine of its own this one
// may be.
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
  await tab.selectOption('#order', 'untyped');
  const top = tab.locator('.module h3 button').first();
  if (await top.getAttribute('aria-expanded') === 'false') await top.click();
  check(await tab.locator('.offer').first().isVisible(), 'no suggestion is shown');
  await tab.screenshot({ path: `${folder}/${scheme}-filtered.png`, fullPage: false });
  console.log(`${scheme}: axe-core, list open: ${await audit(tab, scheme)} rules pass`);

  // The treemap leads to its module, whatever is filtered; it is one stop for
  // the tab key, and the arrow keys go through it.
  const tile = tab.locator('.map button').first();
  const label = await tile.getAttribute('data-name');
  await tab.selectOption('#show', 'all');
  await tile.click();
  check((await tab.evaluate(() => document.activeElement.querySelector('.name')?.textContent)) === label, `the map does not lead to ${label}`);
  await tab.waitForTimeout(100);
  await tab.screenshot({ path: `${folder}/${scheme}-module.png` });
  await tile.focus();
  await tab.keyboard.press('ArrowRight');
  const next = await tab.evaluate(() => document.activeElement.dataset.name);
  check(next && next !== label, 'an arrow key leads to no other tile');
  check((await tab.textContent('#map-status')).startsWith(next + ':'), `the map does not say what ${next} is`);
  check(await tab.locator('.map button[tabindex="0"]').count() === 1, 'the map is more than one stop for the tab key');

  // What is looked for, and what is open, stands in the address.
  await tab.selectOption('#kind', '');
  await tab.fill('#search', name);
  await tab.waitForFunction(() => location.hash.includes('search='));
  const looked = await tab.evaluate(() => location.hash);
  await tab.locator('.definition .link').first().click();
  await tab.waitForSelector('dialog[open] pre');
  await tab.goBack();
  await tab.waitForFunction(() => !document.querySelector('dialog[open]'));
  check(await tab.evaluate(() => location.hash) === looked, 'the back button leads elsewhere');
  await tab.goto(pathToFileURL(page).href + '#' + new URLSearchParams({ search: 'there-is-no-such-thing' }));
  await tab.waitForSelector('.nothing button');
  await tab.click('.nothing button');
  check(await count() === all, 'not everything is shown again');
  await tab.locator('.definition h4 a, .module h3 button').first().click();
  const linked = await tab.locator('.definition h4 a').first().getAttribute('href');
  await tab.goto('about:blank');
  await tab.goto(pathToFileURL(page).href + linked);
  await tab.waitForSelector('html[data-ready]');
  check(linked.endsWith(encodeURIComponent(await tab.evaluate(() => document.activeElement.id.replace('definition-', ''))).replace(/%20/g, '+')), `${linked} leads elsewhere`);

  // The source, with types by mouse and by keyboard.
  await tab.locator('.module:has([aria-expanded="true"]) tr:has(.state-untyped), .module:has([aria-expanded="true"]) .definition:has(table)').first().waitFor();
  await tab.locator('.definition:has(table) .link').first().click();
  await tab.waitForSelector('dialog[open] pre b');
  await tab.locator('#source-text b').first().hover();
  const hovered = await tab.textContent('#source-type');
  check(/: \S/.test(hovered), `pointing at a name says ${hovered}`);
  check(await tab.textContent('#source-tip') === hovered && await tab.locator('#source-tip').isVisible(), 'there is no type beside the name');
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
  // Narrow screens, which is what zooming makes of wide ones, and large letters.
  for (const [width, height, letters] of [[400, 800, ''], [320, 256, ''], [640, 512, ''], [1280, 900, '200%']]) {
    await tab.setViewportSize({ width, height });
    await tab.evaluate((size) => { document.documentElement.style.fontSize = size; }, letters);
    const what = `${scheme}: ${width} pixels wide${letters && ', large letters'}`;
    check(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what}: the page scrolls sideways`);
    check(await tab.locator('.module .note').first().isVisible(), `${what}: there is no number of untyped slots`);
    const cut = await tab.evaluate(() => [...document.querySelectorAll('.cards dd, .module h3 *, td, th')].filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline' && !one.closest('.stacked > thead')).map((one) => one.textContent.slice(0, 40)));
    check(!cut.length, `${what}: cut off: ${cut.slice(0, 3).join(', ')}`);
    await tab.screenshot({ path: `${folder}/${scheme}-${width}${letters && '-large'}.png` });
  }
  await tab.close();
}

// Who runs no scripts sees the modules.
{
  const context = await browser.newContext({ javaScriptEnabled: false });
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(page).href);
  check(await tab.locator('noscript tbody tr').count() > 1 && await tab.locator('noscript tbody tr').first().isVisible(), 'without scripts: there are no modules');
  check(!await tab.locator('button').first().isVisible(), 'without scripts: there is a button');
  await tab.screenshot({ path: `${folder}/without-scripts.png` });
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
  const collapsed = tab.locator('.module [aria-expanded="false"]');
  while (await collapsed.count() > 0) await collapsed.first().click();
  for (const summary of await tab.locator('.inside details:not([open]) > summary').all()) if (await summary.isVisible()) await summary.click();
  const text = await tab.textContent('#list');
  for (const wanted of ['</script><img src=x onerror=alert(2)>', "Enum['<img src=x onerror=alert(3)>'", '<img src=x onerror=alert(4)>']) check(text.includes(wanted), `hostile: ${wanted} is not shown`);
  check(text.includes('⟪U+202E⟫') && !text.includes('\u202e'), 'hostile: what turns the reading round is not shown');
  check(!/NaN|undefined|\[object/.test(await tab.innerText('body')), 'hostile: something has no value');
  check(await tab.locator('main img').count() === 0, 'hostile: an element of the code is one of the page');
  check((await tab.textContent('#skipped')).includes('broken'), 'hostile: the file that cannot be read is not named');
  check(/1 untyped slot fixed, 0 new/.test(await tab.textContent('#trend')), 'hostile: the trend is another');
  await tab.screenshot({ path: `${folder}/hostile.png`, fullPage: true });
  console.log(`hostile: axe-core: ${await audit(tab, 'hostile')} rules pass`);
  await tab.locator('.definition:has(table) .link').first().click();
  await tab.waitForSelector('dialog[open] pre b');
  check((await tab.textContent('#source-text')).includes('</script><script>alert(1)</script>'), 'hostile: the source is another');
  await tab.keyboard.press('Escape');
  await tab.emulateMedia({ media: 'print' });
  check(!await tab.locator('#filters').isVisible(), 'hostile: the filters are printed');
  check((await tab.locator('.module .name').first().boundingBox()).width > 100, 'hostile: the names of modules are squeezed where they are printed');
  await tab.close();
}
await browser.close();
for (const problem of problems) console.log('WRONG: ' + problem);
process.exit(problems.length ? 1 : 0);
