// Opens a type report in headless Chromium and uses it as people do: search,
// filters, modules, source, keyboard, both themes, zoom, no scripts. Exits with 1
// if anything is wrong.
//
//   node try.mjs PAGE HOSTILE FOLDER
//
// HOSTILE is a report on code that tries to break out of its page. Screenshots go
// to FOLDER. PATIENCE is how many times slower than a machine of its own this one
// may be.
import { address, audit, check, finish, folder, inScheme, onHostile, showsAsText, size, withoutScripts } from './page.mjs';

for (const scheme of ['light', 'dark']) {
  const tab = await inScheme(scheme);
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable');
  await tab.goto(address);
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
  await tab.goto(address + '#' + new URLSearchParams({ search: 'there-is-no-such-thing' }));
  await tab.waitForSelector('.nothing button');
  await tab.click('.nothing button');
  check(await count() === all, 'not everything is shown again');
  await tab.locator('.definition h4 a, .module h3 button').first().click();
  const linked = await tab.locator('.definition h4 a').first().getAttribute('href');
  await tab.goto('about:blank');
  await tab.goto(address + linked);
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
await withoutScripts('modules', 'without-scripts');

// Code that tries to break out of its page shows up as text, and does nothing.
{
  const tab = await onHostile();
  const collapsed = tab.locator('.module [aria-expanded="false"]');
  while (await collapsed.count() > 0) await collapsed.first().click();
  for (const summary of await tab.locator('.inside details:not([open]) > summary').all()) if (await summary.isVisible()) await summary.click();
  await showsAsText(tab, ['</script><img src=x onerror=alert(2)>', "Enum['<img src=x onerror=alert(3)>'", '<img src=x onerror=alert(4)>']);
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
await finish();
