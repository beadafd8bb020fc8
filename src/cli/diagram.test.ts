import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Oxbow } from '../../test/oxbow.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const DRAWIO =
  '<mxfile><diagram id="a" name="One"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>' +
  '<mxCell id="x" value="Hello" style="shape=mxgraph.unknown.thing" vertex="1" parent="1"><mxGeometry width="80" height="40" as="geometry"/></mxCell>' +
  '</root></mxGraphModel></diagram></mxfile>'

let folder: string
let oxbow: Oxbow
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oxbow-diagram-'))
  oxbow = await Oxbow.fromSources()
  await writeFile(join(folder, 'a.drawio'), DRAWIO)
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const run = (...args: string[]) => oxbow.run(['diagram', 'convert', ...args], {})

it('converts a diagram of draw.io to ours, and that to pictures', async () => {
  const json = join(folder, 'a.json')
  expect(await run(join(folder, 'a.drawio'), '--to', 'json', '--out', json)).toEqual({
    code: 0,
    stdout: `Wrote ${json}\n`,
    stderr: 'page 1, cell x: The shape “mxgraph.unknown.thing” is not known here; a box stands for it.\n',
  })
  expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({ format: 'oxbow-diagram', pages: [{ name: 'One' }] })
  const svg = await run(json, '--to', 'svg')
  expect(svg).toMatchObject({ code: 0, stderr: '' })
  expect(svg.stdout).toMatch(/^<svg[^]*Hello[^]*<\/svg>\s*$/)
  const sizes: number[] = []
  for (const scale of ['1', '2']) {
    const png = join(folder, `${scale}.png`)
    expect(await run(json, '--to', 'png', '--scale', scale, '--out', png)).toMatchObject({ code: 0, stderr: '' })
    const bytes = await readFile(png)
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    sizes.push(bytes.readUInt32BE(16))
  }
  expect(sizes[1]).toBe((sizes[0] ?? 0) * 2)
})

it('says what is wrong', async () => {
  expect(await run(join(folder, 'a.drawio'), '--to', 'svg', '--page', '2')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'oxbow: The diagram has 1 page; there is no page 2.\n',
  })
  await writeFile(join(folder, 'text'), 'hello')
  expect(await run(join(folder, 'text'), '--to', 'svg')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'oxbow: This is no diagram of this wiki, of Gliffy or of draw.io.\n',
  })
  expect(await run(join(folder, 'gone'), '--to', 'svg')).toMatchObject({
    code: 1,
    stderr: `oxbow: ${join(folder, 'gone')} is not there.\n`,
  })
  expect(await run(join(folder, 'a.drawio'), '--to', 'gif')).toMatchObject({ code: 2 })
})
