/**
 * `node scripts/diagram-icons.ts`: takes the icons that `diagrams/shapes/icon-shapes.ts` names out of Lucide and
 * writes them to `icons.ts` beside it, as paths of absolute M, L, C and Z in a box of 24. Run it again after a change of
 * the table or an update of Lucide.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './lib/packages.mjs'

const FOLDER = 'src/diagrams/shapes'
const UNIT = 24
/** Lines shorter than this are dots, drawn by their round ends. */
const DOT = 0.2
const DOT_RADIUS = 1.1

type Attributes = Readonly<Record<string, string>>
type Node = readonly [tag: string, attributes: Attributes]
interface Icon { closed?: string; open?: string; dots?: string }

const packageFile = createRequire(import.meta.url).resolve('lucide-react/package.json')
const folder = dirname(packageFile)
const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }
const license = await readFile(join(folder, 'LICENSE'), 'utf8')
const target = join(root, FOLDER, 'icons.ts')

/** First lines of what is written. */
const head = `// Written by scripts/diagram-icons.ts from Lucide ${version} (https://lucide.dev); do not edit.
${license.trim().split('\n').filter(line => !/^[a-z0-9-]+(, [a-z0-9-]+)+$/.test(line)).map(line => `// ${line}`.trimEnd()).join('\n')}

export interface IconPaths {
  /** Areas that take the fill. */
  closed?: string
  /** Lines. */
  open?: string
  /** Points, as circles. */
  dots?: string
}

/** By name; path data in a box of ${UNIT}. */
`
/** The table imports what is written here: on the first run there must be something. */
await readFile(target, 'utf8').catch(() => writeFile(target, `${head}export const ICONS: Readonly<Record<string, IconPaths>> = {}\n`))
const { circle, ellipse, fit, polygon, polyline, roundRect } = await import('../src/diagrams/shapes/paths.ts')
const { parsePath } = await import('../src/diagrams/model/geometry/path.ts')
const { ICON_TABLE } = await import('../src/diagrams/shapes/icon-shapes.ts')

const names = [...new Set(Object.values(ICON_TABLE).flat().map(([, , name]) => name))].sort((a, b) => (a < b ? -1 : 1))
const lines: string[] = []
for (const name of names) lines.push(`  '${name}': ${written(convert(await nodesOf(name)))},\n`)
await writeFile(target, `${head}export const ICONS: Readonly<Record<string, IconPaths>> = {\n${lines.join('')}}\n`)
process.stdout.write(`${names.length} icons\n`)

async function nodesOf(name: string): Promise<readonly Node[]> {
  const { __iconData: data } = await import(pathToFileURL(join(folder, 'dist/esm/icons', `${name}.mjs`)).href) as {
    __iconData?: { node: readonly Node[] }
  }
  if (!data) throw new Error(`${name} is no icon of Lucide, or its name of former times.`)
  return data.node
}

function convert(nodes: readonly Node[]): Icon {
  const icon: Icon = {}
  const add = (key: keyof Icon, d: string) => { icon[key] = (icon[key] ?? '') + d }
  for (const [tag, attributes] of nodes) {
    for (const d of subpaths(pathOf(tag, attributes))) {
      const points = parsePath(d).flat().flatMap(({ from, to }) => [from, to])
      const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
      const [left, top] = [Math.min(...xs), Math.min(...ys)]
      if (Math.max(...xs) - left < DOT && Math.max(...ys) - top < DOT) add('dots', circle(left, top, DOT_RADIUS))
      else add(d.endsWith('Z') ? 'closed' : 'open', d)
    }
  }
  return icon
}

/** Normal path data, cut into subpaths. */
function subpaths(d: string): string[] {
  return fit(d, 0, 0, UNIT, UNIT, UNIT).split(/(?=M)/)
}

function pathOf(tag: string, attributes: Attributes): string {
  const number = (key: string): number => Number(attributes[key] ?? 0)
  const points = (attributes.points ?? '').trim().split(/[\s,]+/).map(Number)
  switch (tag) {
    case 'path': return attributes.d ?? ''
    case 'line': return polyline(number('x1'), number('y1'), number('x2'), number('y2'))
    case 'polyline': return polyline(...points)
    case 'polygon': return polygon(...points)
    case 'circle': return circle(number('cx'), number('cy'), number('r'))
    case 'ellipse': return ellipse(number('cx'), number('cy'), number('rx'), number('ry'))
    case 'rect': return roundRect(number('x'), number('y'), number('width'), number('height'), number('rx'))
    default: throw new Error(`Lucide has an element that is not known here: ${tag}.`)
  }
}

function written(icon: Icon): string {
  return `{ ${Object.entries(icon).map(([key, d]) => `${key}: '${d}'`).join(', ')} }`
}
