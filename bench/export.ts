import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

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
  for (let page = 1; page <= size.pages; page += PAGES_OF_A_FILE) {
    const place = join(path, 'attachments', String(idOf(page)), String(fileOf(page)))
    await mkdir(place, { recursive: true })
    await writeFile(join(place, '1'), FILE)
  }
}

const idOf = (page: number): number => STEP * (page + 1)
const fileOf = (page: number): number => idOf(page) + STEP / 2

const reference = (name: string, of: string, id: number | string) =>
  `<property name="${name}" class="${of}" package="p"><id name="id">${id}</id></property>`
const property = (name: string, value: string | number) => `<property name="${name}"><![CDATA[${value}]]></property>`
const object = (name: string, id: number, ...properties: string[]) =>
  `<object class="${name}" package="p"><id name="id">${id}</id>${properties.join('')}</object>\n`
const body = (owner: number, text: string) =>
  object('BodyContent', owner, property('body', text), reference('content', 'Page', owner), property('bodyType', 2))
const written = (version: number) =>
  property('version', version) +
  property('contentStatus', 'current') +
  property('creationDate', '2016-05-10 17:04:43.120') +
  property('lastModificationDate', `2016-05-${10 + Math.min(version, 18)} 17:04:43.120`)

function* entities(size: Size): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<hibernate-generic datetime="2016-05-10 17:04:43">\n'
  yield object(
    'Space',
    1,
    property('name', 'Big'),
    property('key', 'BIG'),
    property('spaceType', 'global'),
    reference('homePage', 'Page', idOf(1)),
  )
  for (let page = 1; page <= size.pages; page++) yield pageObjects(page, size)
  yield '</hibernate-generic>\n'
}

/** A page with its former versions, comments and file. */
function pageObjects(page: number, { pages, versions }: Size): string {
  const id = idOf(page)
  const title = property('title', page === 1 ? 'Home' : `Page ${page}`)
  const text = (version: number) =>
    `<p>Version ${version} of page ${page}, which says what the ones before it said.</p>`.repeat(8) +
    `<p><ac:link><ri:page ri:content-title="Page ${((page * 17) % pages) + 1}" /></ac:link></p>`
  const parent = page === 1 ? '' : reference('parent', 'Page', idOf(Math.max(1, Math.floor(page / BRANCHES))))
  const objects = [
    object('Page', id, title, written(versions), reference('space', 'Space', 1), parent),
    body(id, text(versions)),
  ]
  for (let version = 1; version < versions; version++) {
    objects.push(
      object('Page', id + version, title, written(version), reference('originalVersion', 'Page', id)),
      body(id + version, text(version)),
    )
  }
  for (let comment = 1; comment <= COMMENTS; comment++) {
    const of = fileOf(page) + comment
    objects.push(
      object('Comment', of, written(1), reference('containerContent', 'Page', id)),
      body(of, `<p>Comment ${comment}</p>`),
    )
  }
  if (page % PAGES_OF_A_FILE === 1)
    objects.push(
      object(
        'Attachment',
        fileOf(page),
        property('title', `file ${page}.txt`),
        written(1),
        reference('containerContent', 'Page', id),
      ),
    )
  return objects.join('')
}
