/**
 * `node scripts/diagram-icons.ts`: copies the icons that `diagrams/shapes/icon-shapes.ts` names from Lucide to
 * `icons.json` beside it, by name: path data and the other elements of Lucide's SVG, with their attributes in the order
 * that `pathOf` reads. Lucide's licence goes to `icons.LICENSE`. Run it again after a change of the table or an update of Lucide.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './lib/packages.mjs'

const FOLDER = 'src/diagrams/shapes'
type Attributes = Readonly<Record<string, string>>
type Node = readonly [tag: string, attributes: Attributes]
/** Attributes of the elements that icons are made of, in the order in which they are written. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  path: ['d'],
  line: ['x1', 'y1', 'x2', 'y2'],
  polyline: ['points'],
  polygon: ['points'],
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  rect: ['x', 'y', 'width', 'height', 'rx'],
}

const folder = dirname(createRequire(import.meta.url).resolve('lucide-react/package.json'))
const license = await readFile(join(folder, 'LICENSE'), 'utf8')
const target = join(root, FOLDER, 'icons.json')
await writeFile(
  join(root, FOLDER, 'icons.LICENSE'),
  `${license
    .trim()
    .split('\n')
    .filter(line => !/^[a-z0-9-]+(, [a-z0-9-]+)+$/.test(line))
    .join('\n')}\n`,
)
// The table imports what is written here: on the first run there must be something.
await readFile(target, 'utf8').catch(() => writeFile(target, '{}\n'))
const { ICON_TABLE } = await import('../src/diagrams/shapes/icon-shapes.ts')

const names = [
  ...new Set(
    Object.values(ICON_TABLE)
      .flat()
      .map(([, , name]) => name),
  ),
].sort((a, b) => (a < b ? -1 : 1))
const icons: Record<string, string[]> = {}
for (const name of names) icons[name] = (await nodesOf(name)).map(written)
await writeFile(target, `${JSON.stringify(icons, null, 2)}\n`)
process.stdout.write(`${names.length} icons\n`)

async function nodesOf(name: string): Promise<readonly Node[]> {
  const { __iconData: data } = (await import(pathToFileURL(join(folder, 'dist/esm/icons', `${name}.mjs`)).href)) as {
    __iconData?: { node: readonly Node[] }
  }
  if (!data) throw new Error(`${name} is no icon of Lucide, or its name of former times.`)
  return data.node
}

function written([tag, attributes]: Node): string {
  const names = ATTRIBUTES[tag]
  if (!names) throw new Error(`Lucide has an element that is not known here: ${tag}.`)
  const values = names.map(name => attributes[name] ?? '0')
  return (tag === 'path' ? values : [tag, ...values]).join(' ')
}
