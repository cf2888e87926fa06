// Opens the page of a graph in headless Chromium and uses it as people do: search,
// folds, focus, zoom, keyboard, address, both themes, narrow screens, no scripts. Exits
// with 1 if anything is wrong.
//
//   node graph.mjs PAGE HOSTILE FOLDER
//
// HOSTILE is the graph of code that tries to break out of its page. Screenshots go to
// FOLDER. PATIENCE is how many times slower than a machine of its own this one may be.
import { address, audit, browser, check, finish, folder, inScheme, onHostile, size } from './page.mjs';

const patience = Number(process.env.PATIENCE || 1);

// isPainted reports whether something is drawn.
const isPainted = (tab) => tab.evaluate(() => {
  const canvas = document.getElementById('canvas'), blank = document.createElement('canvas');
  blank.width = canvas.width;
  blank.height = canvas.height;
  return canvas.toDataURL() !== blank.toDataURL();
});
const timed = async (tab, what, most, work) => {
  const before = await tab.evaluate(() => performance.now());
  await work();
  const took = await tab.evaluate(() => performance.now()) - before;
  check(took < most * patience, `${what} takes ${Math.round(took)} ms`);
  return Math.round(took);
};

// What is drawn is counted, rather than timed, since that does not depend on the machine.
const countDrawn = () => {
  window.drawn = { boxes: 0, curves: 0, pictures: 0, measured: 0 };
  for (const [method, what] of [['roundRect', 'boxes'], ['bezierCurveTo', 'curves'], ['setTransform', 'pictures'], ['measureText', 'measured']]) {
    const real = CanvasRenderingContext2D.prototype[method];
    CanvasRenderingContext2D.prototype[method] = function (...given) { window.drawn[what]++; return real.apply(this, given); };
  }
};
// drawnBy returns how much some work draws.
const drawnBy = async (tab, work) => {
  const rest = () => tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await rest();
  await tab.evaluate(() => { for (const what in window.drawn) window.drawn[what] = 0; });
  await work();
  await rest();
  return tab.evaluate(() => ({ ...window.drawn }));
};
const elements = (tab) => tab.evaluate(() => document.querySelectorAll('*').length);

for (const scheme of ['light', 'dark']) {
  const tab = await inScheme(scheme);
  await tab.addInitScript(countDrawn);
  await tab.goto(address);
  await tab.waitForSelector('html[data-ready]');
  const ready = Number(await tab.getAttribute('html', 'data-ready'));
  const count = async () => Number((await tab.textContent('#count')).match(/^[\d,]+/)[0].replace(/,/g, ''));
  const all = await count();
  console.log(`${scheme}: ${size} bytes, ${all} nodes, interactive after ${ready} ms`);
  check(ready < 1500 * patience, `${scheme}: interactive after ${ready} ms`);
  check(all > 100, `only ${all} nodes are listed`);
  check(await tab.getAttribute('html', 'data-theme') === scheme, `${scheme}: the theme is another`);
  check(await isPainted(tab), 'nothing is drawn');
  await tab.screenshot({ path: `${folder}/graph-${scheme}.png` });

  console.log(`${scheme}: unfolded after ${await timed(tab, 'unfolding', 1500, () => tab.click('#unfold'))} ms`);
  check(await isPainted(tab), 'nothing is drawn when all is unfolded');
  await tab.screenshot({ path: `${folder}/graph-${scheme}-unfolded.png` });
  console.log(`${scheme}: zoomed after ${await timed(tab, 'zooming', 500, () => tab.click('#in'))} ms`);
  check(await elements(tab) < 1000, `there are ${await elements(tab)} elements, with all nodes in the list`);
  await tab.click('#fit');
  const whole = await drawnBy(tab, () => tab.evaluate(() => { for (let at = 0; at < 9; at++) document.getElementById('fit').click(); }));
  check(whole.pictures === 1, `${whole.pictures} pictures are drawn for one frame`);
  check(whole.boxes === all, `${whole.boxes} of ${all} nodes are drawn when all is unfolded`);
  for (let at = 0; at < 12; at++) await tab.click('#in');
  const part = await drawnBy(tab, () => tab.click('#in'));
  check(part.boxes < all / 5 && part.curves < whole.curves / 5, `zoomed in, ${part.boxes} of ${all} boxes and ${part.curves} of ${whole.curves} lines are drawn`);
  check(part.measured === 0, 'zooming arranges the boxes again');
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
  check(/refers to \d+, referred to by \d+/.test(await tab.textContent('#count')), 'the selected definition is not described');
  check((await tab.textContent('#list-title')).endsWith(name), `the list is about another definition than ${name}`);
  check(await tab.evaluate(() => location.hash.includes('node=')), 'the address does not have the node');
  const around = new Set(await tab.locator('#list ul button').allTextContents()), self = (await tab.textContent('#count')).match(/refers to (\d+), referred to by (\d+)/);
  const focused = await drawnBy(tab, () => tab.getByText('Show only what is around it').click());
  check(focused.boxes >= Math.min(around.size, 2) && focused.boxes <= around.size + 1, `the focus draws ${focused.boxes} boxes for ${around.size} neighbours (${self})`);
  check(await tab.locator('#all').isVisible(), 'the focus has no way back');
  await tab.screenshot({ path: `${folder}/graph-${scheme}-focus.png` });
  console.log(`${scheme}: axe-core: ${await audit(tab, scheme)} rules pass`);
  const looked = await tab.evaluate(() => location.hash);
  await tab.click('#all');
  await tab.goto('about:blank');
  await tab.goto(address + looked);
  await tab.waitForSelector('html[data-ready]');
  check(/refers to \d+/.test(await tab.textContent('#count')), 'the address does not select the definition');
  await tab.getByText('Back to all').click();
  await tab.fill('#search', name);
  await tab.keyboard.press('Enter');
  check(/refers to \d+/.test(await tab.textContent('#count')), 'Enter in the search selects nothing');
  const opened = await drawnBy(tab, () => tab.click('#fit'));
  await tab.getByText('Fold its module').click();
  const closed = await drawnBy(tab, () => tab.click('#fit'));
  check(closed.boxes < opened.boxes, `folding a module leaves ${closed.boxes} of ${opened.boxes} boxes`);
  await tab.fill('#search', 'there-is-no-such-thing');
  check(await count() === 0, 'a search for nonsense finds something');
  await tab.fill('#search', '');
  const kind = await tab.locator('#edge option').nth(1).getAttribute('value');
  await tab.selectOption('#edge', kind);
  await tab.uncheck('#possible');
  check(await isPainted(tab), `nothing is drawn of "${kind}"`);
  await tab.click('#theme');
  check(await tab.getAttribute('html', 'data-theme') !== scheme, 'the theme does not change');
  for (const [width, height, letters] of [[1440, 900, ''], [390, 844, ''], [320, 256, ''], [640, 512, ''], [1280, 900, '200%']]) {
    await tab.setViewportSize({ width, height });
    await tab.evaluate((size) => { document.documentElement.style.fontSize = size; }, letters);
    await tab.waitForTimeout(100);
    check(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${scheme}: ${width} wide, the page is wider than the screen`);
    await tab.screenshot({ path: `${folder}/graph-${scheme}-${width}${letters && '-large'}.png` });
  }
  await audit(tab, scheme + ', narrow');
  await tab.close();
}

const odd = await onHostile();
await odd.click('#unfold');
for (let at = 0; at < await odd.locator('#list li button').count(); at++) {
  await odd.locator('#list li button').nth(at).click();
  await odd.getByText('Back to all').click();
}
check(await odd.locator('main img').count() === 0, 'hostile: code has become a part of the page');
check(!/NaN|undefined|\[object/.test(await odd.innerText('body')), 'hostile: something has no value');

const context = await browser.newContext({ javaScriptEnabled: false });
const plain = await context.newPage();
await plain.goto(address);
check(await plain.locator('.notice li').count() > 100, 'without scripts: there are no edges');
await finish();
