import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { PngError, pngProcesses, renderPng, stopPngProcesses } from './png.ts'
import { withinLimits } from './png-pictures.ts'

afterAll(stopPngProcesses)

const picture = (content: string, width = 40, height = 20) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
const uri = (type: string, bytes: Buffer | string) =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`

async function pixels(png: Buffer | Promise<Buffer>) {
  const { data, info } = await sharp(await png)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  const inked = () => {
    let count = 0
    for (let index = 3; index < data.length; index += 4) if ((data[index] ?? 0) > 128) count++
    return count
  }
  return { ...info, at, inked }
}

it('draws at scale 1 and 2, transparent where nothing is', async () => {
  const svg = picture('<rect width="20" height="20" fill="#ff0000"/>')
  const [one, two] = await Promise.all([renderPng(svg), renderPng(svg, { scale: 2 })])
  const single = await pixels(one)
  expect([single.width, single.height]).toEqual([40, 20])
  expect(single.at(5, 5)).toEqual([255, 0, 0, 255])
  expect(single.at(30, 5)).toEqual([0, 0, 0, 0])
  const double = await pixels(two)
  expect([double.width, double.height]).toEqual([80, 40])
  expect(double.at(39, 39)).toEqual([255, 0, 0, 255])
})

it('writes text in each bundled font and style', async () => {
  const faces = ['Arimo', 'Tinos', 'Cousine'].flatMap(font =>
    ['normal', 'bold'].flatMap(weight =>
      ['normal', 'italic'].map(style =>
        picture(
          `<g font-family="${font}, serif"><text x="5" y="40" font-size="40" font-weight="${weight}" font-style="${style}">Rg</text></g>`,
          100,
          60,
        ),
      ),
    ),
  )
  const inked = await Promise.all(faces.map(async face => (await pixels(await renderPng(face))).inked()))
  for (const count of inked) expect(count).toBeGreaterThan(150)
  // Were a font or a style missing, it would be substituted and two would be alike.
  expect(new Set(inked).size).toBeGreaterThan(10)
})

/** Fonts with Chinese, as Debian installs them. */
const CHINESE = ['opentype/noto/NotoSansCJK-Regular.ttc', 'truetype/wqy/wqy-microhei.ttc'].map(
  file => `/usr/share/fonts/${file}`,
)

it.skipIf(!CHINESE.some(file => existsSync(file)))(
  'writes Chinese with the fonts of the machine, and Latin beside it with the bundled (skipped where Debian has none for it)',
  async () => {
    const label = (text: string) =>
      pixels(
        renderPng(
          picture(`<g font-family="Arimo, sans-serif"><text x="5" y="30" font-size="24">${text}</text></g>`, 90, 40),
        ),
      )
    const [one, other, latin, both] = await Promise.all([label('漢'), label('字'), label('RgRg'), label('RgRg漢')])
    // Substitute boxes would be alike.
    expect(one.inked()).not.toBe(other.inked())
    // Two ways of drawing one font differ in the edges of its letters alone.
    expect(both.inked() - one.inked()).toBeGreaterThan(latin.inked() * 0.8)
    expect(both.inked() - one.inked()).toBeLessThan(latin.inked() * 1.2)
    expect([both.width, both.height]).toEqual([90, 40])
    const twice = await sharp(await renderPng(picture('<text>漢</text>', 90, 40), { scale: 2 })).metadata()
    expect([twice.width, twice.height]).toEqual([180, 80])
  },
)

it('draws what would be too large smaller', async () => {
  const { width, height } = await sharp(await renderPng(picture('', 100_000, 50_000))).metadata()
  expect(width * height).toBeLessThanOrEqual(40_100_000)
  expect(width / height).toBeCloseTo(2, 2)
})

it('says why it cannot draw, ends what takes too long, and draws the next all the same', async () => {
  await expect(renderPng('<svg')).rejects.toThrow(PngError)
  await expect(renderPng('')).rejects.toThrow('does not begin with its width and height')
  const rect = '<rect width="3000" height="3000" filter="url(#f)"/>'
  const filter = `<filter id="f">${'<feGaussianBlur stdDeviation="300"/><feTurbulence baseFrequency=".01" numOctaves="9"/>'.repeat(50)}</filter>`
  const slow = renderPng(picture(`${filter}${rect.repeat(20)}`, 3000, 3000), { timeLimit: 300 })
  const after = renderPng(picture('<rect width="9" height="9"/>'))
  await expect(slow).rejects.toThrow('not drawn within 0.3 s')
  expect((await pixels(await after)).at(4, 4)).toEqual([0, 0, 0, 255])
})

it('leaves a process to others while the pictures of one source take long, and lets sources take turns', async () => {
  const svg = picture('<rect width="9" height="9"/>')
  const drawn: string[] = []
  const draw = async (source: string) => {
    await renderPng(svg, { source })
    drawn.push(source)
  }
  await draw('warm')
  const [frozen] = pngProcesses()
  if (!frozen) expect.fail('no process runs')
  process.kill(frozen.pid, 'SIGSTOP')
  // The first process takes the first picture, and holds it as one that takes long.
  const slow = Array.from({ length: 3 }, () => draw('slow'))
  const others = [...Array.from({ length: 3 }, () => draw('busy')), draw('late')]
  await Promise.all(others)
  process.kill(frozen.pid, 'SIGCONT')
  await Promise.all(slow)
  expect(drawn).toEqual(['warm', 'busy', 'late', 'busy', 'busy', 'slow', 'slow', 'slow'])
})

it('turns away one source when too many of its pictures wait, and no other', async () => {
  const svg = picture('<rect width="9" height="9"/>')
  const draw = (source: string) => renderPng(svg, { source }).then(() => 'drawn', String)
  const greedy = await Promise.all(Array.from({ length: 60 }, () => draw('greedy')).concat(draw('modest')))
  expect(greedy.at(-1)).toBe('drawn')
  expect(greedy.filter(one => one.includes('Too many pictures')).length).toBeGreaterThan(0)
})

it('shows pictures by their data, reads no file, and leaves out what would unpack to gigabytes', async () => {
  const green = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
  const image = (href: string) => `<image width="20" height="20" preserveAspectRatio="none" href="${href}"/>`
  expect((await pixels(await renderPng(picture(image(uri('png', green)))))).at(10, 10)).toEqual([0, 255, 0, 255])
  const vector = uri('svg+xml', picture('<rect width="20" height="20" fill="#0000ff"/>', 20, 20))
  expect((await pixels(await renderPng(picture(image(vector))))).at(10, 10)).toEqual([0, 0, 255, 255])
  const file = new URL('../../../../node_modules/@expo-google-fonts/arimo/font-family.png', import.meta.url).pathname
  const reading = uri('svg+xml', picture(image(file), 20, 20))
  expect((await pixels(await renderPng(picture(image(reading))))).inked()).toBe(0)

  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  expect((await withinLimits(picture(image(uri('png', bomb))))).length).toBeLessThan(500)
  const inside = uri('svg+xml', picture(image(uri('png', bomb)), 20, 20))
  expect((await pixels(await renderPng(picture(image(inside))))).inked()).toBe(0)
  expect((await withinLimits(picture(image(uri('png', 'no picture'))))).length).toBeLessThan(300)
})

it('writes the text of SVG pictures within a diagram', async () => {
  const image = (content: string, head = '') =>
    picture(`<image width="60" height="30" href="${uri('svg+xml', `${head}${picture(content, 60, 30)}`)}"/>`, 60, 30)
  const inked = async (svg: string) => (await pixels(await renderPng(svg))).inked()
  const text = (attributes = '') => `<text x="4" y="22" font-size="20" ${attributes}>Rg</text>`
  const alone = await inked(picture(`<g font-family="Arimo, sans-serif">${text()}</g>`, 60, 30))
  expect(alone).toBeGreaterThan(50)
  expect(await inked(image(text()))).toBe(alone)
  expect(await inked(image(text('font-family="Helvetica Neue"'), '<?xml version="1.0"?><!DOCTYPE svg>'))).toBe(alone)
  expect(
    await inked(image(`<style><![CDATA[g > text { font-weight: bold }]]></style><g>${text()}</g>`)),
  ).toBeGreaterThan(alone * 1.1)
  // Pictures that cannot be read are left out, and the rest of the diagram drawn.
  const broken = uri('svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><text>&unknown;</text></svg>')
  expect(
    await inked(picture(`<rect width="10" height="10"/><image width="60" height="30" href="${broken}"/>`, 60, 30)),
  ).toBe(100)
})

it('reads no file and unpacks no picture that an SVG picture with text names', async () => {
  const file = new URL('../../../../node_modules/@expo-google-fonts/arimo/font-family.png', import.meta.url).pathname
  const dot = '<text x="1" y="19" font-size="1">.</text>'
  const inked = async (nested: string) =>
    (await pixels(await renderPng(picture(`<image width="40" height="20" href="${uri('svg+xml', nested)}"/>`)))).inked()
  const svg = (content: string, head = '') =>
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">${dot}${content}</svg>`
  const green = uri(
    'png',
    await sharp({ create: { width: 2, height: 2, channels: 3, background: '#00ff00' } })
      .png()
      .toBuffer(),
  )
  const without = await inked(svg(''))
  const ways = [
    `<image width="40" height="20" href="${file}"/>`,
    `<s:image width="40" height="20" xlink:href='${file}'/>`,
    `<image width="40" height="20" href="${green}"/>`,
    `<filter id="f"><feImage href="${file}"/></filter><rect width="40" height="20" filter="url(#f)"/>`,
  ]
  for (const way of ways) expect(await inked(svg(way)), way).toBe(without)
  expect(
    await inked(svg('&pic;', `<!DOCTYPE svg [<!ENTITY pic '<image width="40" height="20" href="${file}"/>'>]>`)),
  ).toBe(0)
})
