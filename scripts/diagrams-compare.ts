/**
 * `npm run diagrams:compare -- FOLDER [--out FOLDER]`: how near our pictures of Gliffy's diagrams are to Gliffy's own.
 * For each `NAME.gliffy` (or NAME without extension) with a `NAME.png` beside it: imports, draws, counts the pixels
 * that differ (pixelmatch, threshold 0.2), prints a table. `--out` writes our picture and the differences of each. Ends
 * with 1 when fewer than 90 % of the pairs are within 3 %.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'
import { importGliffy } from '../src/diagrams/import/gliffy/import.ts'
import { renderDiagram } from '../src/diagrams/render/render.ts'
import { renderPng, stopPngProcesses } from '../src/features/diagrams/server/png.ts'

const THRESHOLD = 0.2
/** Share of differing pixels up to which a picture is near, and share of pictures that are to be. */
const NEAR = 0.03
const WANTED = 0.9
/** Gliffy's pictures begin at the stage's origin and end so many px right of and below what is drawn. */
const MARGIN = 20

interface Pixels {
  data: Buffer
  width: number
  height: number
}

interface Row {
  name: string
  differing: number
  size: string
  ours: string
  svg: number
  png: number
  approximated: number
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } })
const folder = positionals[0]
if (!folder) {
  process.stderr.write('Name the folder of the pairs: npm run diagrams:compare -- FOLDER\n')
  process.exit(2)
}
const files = new Set(await readdir(folder))
const sources = [...files].filter(file => extname(file) !== '.png' && files.has(`${bare(file)}.png`)).toSorted()
if (sources.length === 0) {
  process.stderr.write(`${folder} holds no diagram with a picture of the same name beside it.\n`)
  process.exit(2)
}
if (values.out) await mkdir(values.out, { recursive: true })
const rows: Row[] = []
for (const source of sources) {
  const row = await compare(folder, source, values.out)
  rows.push(row)
  process.stdout.write(`${line(row)}\n`)
}
stopPngProcesses()
const near = rows.filter(({ differing }) => differing <= NEAR).length
process.stdout.write(`
${near} of ${rows.length} pairs within ${NEAR * 100} % (${percent(near / rows.length)}); median ${percent(median(rows.map(row => row.differing)))}
median time: SVG ${median(rows.map(row => row.svg)).toFixed(1)} ms, PNG ${median(rows.map(row => row.png)).toFixed(1)} ms
`)
if (near < WANTED * rows.length) process.exitCode = 1

function bare(file: string): string {
  return file.slice(0, file.length - extname(file).length)
}

async function compare(from: string, source: string, out: string | undefined): Promise<Row> {
  const name = bare(source)
  const theirs = await pixelsOf(await readFile(join(from, `${name}.png`)))
  const { document, report } = importGliffy(await readFile(join(from, source), 'utf8'))
  const start = performance.now()
  const { svg, width, height } = renderDiagram(document, { crop: 'page', margin: MARGIN })
  const drawn = performance.now()
  const png = await renderPng(svg)
  const done = performance.now()
  const ours = await pixelsOf(png, theirs)
  const marks = Buffer.alloc(theirs.data.length)
  const count = pixelmatch(theirs.data, ours.data, marks, theirs.width, theirs.height, { threshold: THRESHOLD })
  if (out) {
    await writeFile(join(out, `${name}.svg`), svg)
    await writeFile(join(out, `${name}.ours.png`), png)
    await sharp(marks, { raw: { width: theirs.width, height: theirs.height, channels: 4 } })
      .png()
      .toFile(join(out, `${name}.differences.png`))
  }
  return {
    name: basename(name),
    differing: count / (theirs.width * theirs.height),
    size: `${theirs.width}×${theirs.height}`,
    ours: `${width}×${height}`,
    svg: drawn - start,
    png: done - drawn,
    approximated: report.length,
  }
}

/** A picture on white; cut or filled up to a size when one is given. */
async function pixelsOf(png: Buffer, size?: { width: number; height: number }): Promise<Pixels> {
  let picture = sharp(png).flatten({ background: '#ffffff' }).ensureAlpha()
  if (size) {
    const { width, height } = await sharp(png).metadata()
    const cut = { left: 0, top: 0, width: Math.min(width, size.width), height: Math.min(height, size.height) }
    picture = picture.extract(cut).extend({
      top: 0,
      left: 0,
      right: size.width - cut.width,
      bottom: size.height - cut.height,
      background: '#ffffff',
    })
  }
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function line({ name, differing, size, ours, svg, png, approximated }: Row): string {
  const mark = differing <= NEAR ? ' ' : '!'
  return [
    mark,
    percent(differing).padStart(8),
    name.slice(0, 60).padEnd(60),
    size.padStart(11),
    ours.padStart(11),
    `${svg.toFixed(1)} ms`.padStart(10),
    `${png.toFixed(1)} ms`.padStart(10),
    `${approximated} approximated`,
  ].join('  ')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
