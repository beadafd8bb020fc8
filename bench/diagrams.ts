/**
 * `npm run bench -- diagrams`: how fast diagrams are drawn, over the corpus in `../shared/corpus/gliffy` where it is
 * there and over a made diagram elsewhere; and how the editor feels with a thousand shapes, in headless Chromium.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { importGliffy } from '../src/diagrams/import/gliffy/import.ts'
import type { DiagramDocument } from '../src/diagrams/model/document.ts'
import { renderDiagram } from '../src/diagrams/render/render.ts'
import { renderPng, stopPngProcesses } from '../src/features/diagrams/server/png.ts'
import { chromiumFlags, chromiumMissing, findChromium } from '../test/chromium.ts'
import { measured, quantile, type FrameTimes } from './frames.ts'
import { manyShapes } from './many-shapes.ts'
import { saveResults } from './results.ts'
import { startWiki } from './server.ts'
import { signedIn } from './signed-in.ts'

const CORPUS = join(import.meta.dirname, '../../shared/corpus/gliffy')
const COLUMNS = 40
const ROWS = 25
/** The shape in the middle. */
const DRAGGED = Math.floor(ROWS / 2) * COLUMNS + COLUMNS / 2
/** Times that each document is drawn; the median of them counts, so that the first one, not yet compiled, does not. */
const TIMES = 5
/** Moves of the pointer and turns of the wheel that are measured. */
const MOVES = 240
const TARGETS = { svg: 5, png: 80, framesPerSecond: 50, latency: 32 }
/** Wait of any input for the next frame at 60 Hz, ms: the rest of the target is for the work. */
const FRAME = 1000 / 60

interface Measured {
  name: string
  value: number
  unit: 'ms' | 'frames/s'
  /** Target at most, or, for frames, at least; absent for values that explain others. */
  target?: number
}

const results = [...(await measureDrawing()), ...(await measureEditor())]
for (const { name, value, unit, target } of results) {
  const said = `${name.padEnd(52)}${value.toFixed(1).padStart(8)} ${unit.padEnd(9)}`
  if (target === undefined) console.log(said)
  else {
    const isGood = unit === 'ms' ? value <= target : value >= target
    console.log(`${said} ${unit === 'ms' ? 'at most' : 'at least'} ${target}${isGood ? '' : '  MISSED'}`)
  }
}
await saveResults('diagrams', { results })

async function measureDrawing(): Promise<Measured[]> {
  const documents = await corpus()
  const [svg, png]: [number[], number[]] = [[], []]
  for (const document of documents) {
    const times: number[] = []
    let drawn = ''
    for (let time = 0; time < TIMES; time++) {
      const began = performance.now()
      drawn = renderDiagram(document).svg
      times.push(performance.now() - began)
    }
    svg.push(quantile(times, 0.5))
    const began = performance.now()
    await renderPng(drawn)
    png.push(performance.now() - began)
  }
  stopPngProcesses()
  const of = `${documents.length} document${documents.length === 1 ? '' : 's'}`
  return [
    { name: `model to SVG, median of ${of}`, value: quantile(svg, 0.5), unit: 'ms', target: TARGETS.svg },
    { name: `SVG to PNG, median of ${of}`, value: quantile(png, 0.5), unit: 'ms', target: TARGETS.png },
  ]
}

async function corpus(): Promise<DiagramDocument[]> {
  const documents: DiagramDocument[] = []
  for (const part of ['documents', 'pairs']) {
    const names = await readdir(join(CORPUS, part)).catch(() => [])
    for (const name of names.filter(one => extname(one) === '.gliffy')) {
      documents.push(importGliffy(await readFile(join(CORPUS, part, name), 'utf8')).document)
    }
  }
  return documents.length > 0 ? documents : [manyShapes(COLUMNS * ROWS, COLUMNS)]
}

async function measureEditor(): Promise<Measured[]> {
  const executablePath = await findChromium()
  if (executablePath === undefined) {
    console.log(`${chromiumMissing}\nThe editor is not measured.`)
    return []
  }
  const home = await mkdtemp(join(tmpdir(), 'oxbow-bench-diagrams-'))
  const wiki = await startWiki(join(home, 'home'))
  const browser = await chromium.launch({ executablePath, headless: true, args: chromiumFlags })
  try {
    const floor = await measureFloor(browser)
    const context = await browser.newContext({ baseURL: wiki.url, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.goto(`/plugins/gliffy/editor.action?inline=false&ceoid=${await store(context)}&name=Many`)
    const canvas = page.frameLocator('#gliffy-editor').getByRole('application')
    await canvas.waitFor()
    const frame = page.frames().find(one => one.url().includes('editorframe'))
    // Near enough to press one shape, and far enough that hundreds are drawn.
    await canvas.focus()
    await page.keyboard.press('Control+0')
    const shape = page
      .frameLocator('#gliffy-editor')
      .locator('.ox-de-drawing')
      .getByText(`Shape ${DRAGGED}`, { exact: true })
    await shape.waitFor()
    const box = await shape.boundingBox()
    if (!frame || !box) throw new Error('The editor does not show its canvas')
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const dragged = await measured(frame, 'pointermove', MOVES, async step => {
      if (step === 0) {
        await page.mouse.move(middle.x, middle.y)
        await page.mouse.down()
      }
      await dragStep(page, middle, step)
    })
    await page.mouse.up()
    await page.keyboard.down('Control')
    const zoomed = await measured(frame, 'wheel', MOVES, step => zoomStep(page, step))
    await page.keyboard.up('Control')
    const of = `${COLUMNS * ROWS} shapes`
    return [
      {
        name: `dragging among ${of}`,
        value: dragged.framesPerSecond,
        unit: 'frames/s',
        target: TARGETS.framesPerSecond,
      },
      { name: `zooming over ${of}`, value: zoomed.framesPerSecond, unit: 'frames/s', target: TARGETS.framesPerSecond },
      ...sayLatency('dragging', latencyOf(dragged), floor.dragging),
      ...sayLatency('zooming', latencyOf(zoomed), floor.zooming),
    ]
  } finally {
    await browser.close()
    await wiki.stop()
    await rm(home, { recursive: true, force: true })
  }
}

/**
 * The same inputs on an empty page: how long Chromium takes over them by itself. It hands the wheel over a frame later
 * than the pointer.
 */
async function measureFloor(browser: Browser): Promise<Record<'dragging' | 'zooming', number>> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // As in the editor, the page and not the browser answers the wheel.
  await page.evaluate(() => addEventListener('wheel', event => event.preventDefault(), { passive: false }))
  const middle = { x: 720, y: 450 }
  const dragging = await measured(page.mainFrame(), 'pointermove', MOVES, step => dragStep(page, middle, step))
  const zooming = await measured(page.mainFrame(), 'wheel', MOVES, step => zoomStep(page, step))
  await page.close()
  return { dragging: latencyOf(dragging), zooming: latencyOf(zooming) }
}

/** Wait of the 95th of 100 inputs. */
const latencyOf = ({ waits }: FrameTimes): number => quantile(waits, 0.95)

function dragStep(page: Page, { x, y }: { x: number; y: number }, step: number): Promise<void> {
  return page.mouse.move(x + Math.sin(step / 20) * 300, y + Math.cos(step / 15) * 180)
}

function zoomStep(page: Page, step: number): Promise<void> {
  return page.mouse.wheel(0, step % 80 < 40 ? 60 : -60)
}

/**
 * Total latency of an input beside the floor, and the editor's share, which with one frame of waiting must be below the
 * target.
 */
function sayLatency(what: string, latency: number, floor: number): Measured[] {
  return [
    { name: `from input to the painted frame, p95, ${what}`, value: latency, unit: 'ms' },
    { name: 'the same on an empty page', value: floor, unit: 'ms' },
    { name: 'a frame and what the editor adds', value: FRAME + latency - floor, unit: 'ms', target: TARGETS.latency },
  ]
}

/** Signs in and stores a page with the diagram. @returns the page's id */
async function store(context: BrowserContext): Promise<string> {
  const post = await signedIn(context)
  await post('/rest/api/space', { key: 'BENCH', name: 'Bench' })
  const { id } = await post('/rest/api/content', {
    type: 'page',
    title: 'Bench',
    space: { key: 'BENCH' },
    body: { storage: { value: '', representation: 'storage' } },
  })
  await post('/rest/oxbow/1.0/diagrams', {
    pageId: id,
    name: 'Many',
    version: 0,
    document: manyShapes(COLUMNS * ROWS, COLUMNS),
  })
  return id
}
