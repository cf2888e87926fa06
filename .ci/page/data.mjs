// Opens the page of "puppet-lint data" in headless Chromium and uses it as people do:
// search, filter, address, both themes, narrow screens, no scripts. Exits with 1 if
// anything is wrong.
//
//   node data.mjs PAGE PAGE FOLDER
//
// Screenshots go to FOLDER.
import { address, audit, browser, check, finish, folder, inScheme } from './page.mjs';

for (const scheme of ['light', 'dark']) {
  const tab = await inScheme(scheme);
  await tab.goto(address);
  await tab.waitForSelector('html[data-ready]');
  const count = async () => Number((await tab.textContent('#count')).match(/^[\d,]+/)[0].replace(/,/g, ''));
  const all = await count();
  check(all > 50, `only ${all} keys are listed`);
  await tab.screenshot({ path: `${folder}/data-${scheme}.png` });
  console.log(`${scheme}: ${all} keys, axe-core: ${await audit(tab, scheme)} rules pass`);
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
const context = await browser.newContext({ javaScriptEnabled: false });
const plain = await context.newPage();
await plain.goto(address);
check(await plain.locator('.notice li').count() > 0, 'without scripts: there are no keys');
await finish();
