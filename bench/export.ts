import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { object } from '../src/features/space-import/testing/export.ts'

/** Children of a page. */
const BRANCHES = 20
/** Comments of a page. */
export const COMMENTS = 2
/** Pages for each that has a file. */
export const PAGES_OF_A_FILE = 5
const FILE = Buffer.alloc(8 * 1024, 'bytes of a file ')
/** Distance of the ids of two pages; a page's versions, comments and file have the ids between. */
const STEP = 1000

interface Size {
  pages: number
  versions: number
}

/** Writes an export of a space as the folder that its zip file unpacks to. */
export async function writeExport(path: string, size: Size): Promise<void> {
  await mkdir(join(path, 'attachments'), { recursive: true })
  await writeFile(
    join(path, 'exportDescriptor.properties'),
    'exportType=space\nspaceKey=BIG\ntimezoneId=Europe/Berlin\n',
  )
  await pipeline(Readable.from(entities(size)), createWriteStream(join(path, 'entities.xml')))
  for (let number = 1; number <= size.pages; number += PAGES_OF_A_FILE) {
    const place = join(path, 'attachments', String(idOf(number)), String(fileOf(number)))
    await mkdir(place, { recursive: true })
    await writeFile(join(place, '1'), FILE)
  }
}

const idOf = (number: number): number => STEP * (number + 1)
const fileOf = (number: number): number => idOf(number) + STEP / 2

const page = (id: number) => ({ of: 'Page', id })
const space = { of: 'Space', id: 1 }
const written = (version: number) => ({
  version,
  contentStatus: 'current',
  creationDate: '2016-05-10 17:04:43.120',
  lastModificationDate: `2016-05-${10 + Math.min(version, 18)} 17:04:43.120`,
})
const body = (owner: number, text: string) =>
  object('BodyContent', owner, { body: text, content: page(owner), bodyType: 2 })

function* entities(size: Size): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<hibernate-generic datetime="2016-05-10 17:04:43">\n'
  yield object('Space', space.id, { name: 'Big', key: 'BIG', spaceType: 'global', homePage: page(idOf(1)) })
  for (let number = 1; number <= size.pages; number++) yield pageObjects(number, size)
  yield '</hibernate-generic>\n'
}

const titleOf = (number: number) => (number === 1 ? 'Home' : `Page ${number}`)

/** A page with its former versions, comments and file. */
function pageObjects(number: number, { pages, versions }: Size): string {
  const id = idOf(number)
  const title = titleOf(number)
  const text = (version: number) =>
    `<p>Version ${version} of page ${number}, which says what the ones before it said.</p>`.repeat(8) +
    `<p><ac:link><ri:page ri:content-title="${titleOf(((number * 17) % pages) + 1)}" /></ac:link></p>`
  const above = page(idOf(Math.max(1, Math.floor(number / BRANCHES))))
  const objects = [
    object('Page', id, { title, ...written(versions), space, ...(number === 1 ? {} : { parent: above }) }),
    body(id, text(versions)),
  ]
  for (let version = 1; version < versions; version++) {
    objects.push(
      object('Page', id + version, { title, ...written(version), originalVersion: page(id) }),
      body(id + version, text(version)),
    )
  }
  for (let comment = 1; comment <= COMMENTS; comment++) {
    const of = fileOf(number) + comment
    objects.push(
      object('Comment', of, { ...written(1), containerContent: page(id) }),
      body(of, `<p>Comment ${comment}</p>`),
    )
  }
  if (number % PAGES_OF_A_FILE === 1)
    objects.push(
      object('Attachment', fileOf(number), { title: `file ${number}.txt`, ...written(1), containerContent: page(id) }),
    )
  return `${objects.join('\n')}\n`
}
