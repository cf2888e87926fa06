// Opens the HTML report of findings in headless Chromium and uses it as people do:
// search, path, severity, rule, order, address, keyboard, both themes, zoom, print, no
// scripts. Exits with 1 if anything is wrong.
//
//   node findings.mjs PAGE HOSTILE FOLDER
//
// HOSTILE is a report on code that tries to break out of its page. Screenshots go to
// FOLDER. PATIENCE is how many times slower than a machine of its own this one may be.
import { address, audit, check, finish, folder, inScheme, onHostile, showsAsText, size, withoutScripts } from './page.mjs';

for (const scheme of ['light', 'dark']) {
  const tab = await inScheme(scheme);
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
await withoutScripts('rules', 'findings-without-scripts');

// Code that tries to break out of its page shows up as text, and does nothing.
{
  const tab = await onHostile();
  await showsAsText(tab, ['</script><img src=x onerror=alert(5)>', '<img src=x onerror=alert(4)>']);
  await tab.screenshot({ path: `${folder}/findings-hostile.png`, fullPage: true });
  console.log(`hostile: axe-core: ${await audit(tab, 'hostile')} rules pass`);
  await tab.close();
}
await finish();
