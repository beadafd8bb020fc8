import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import Papa from 'papaparse'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import { growsTooMuch, mostUnpacked, type Archive } from './archive.ts'
import type { ExportObject, ObjectReference, PropertyValue } from './objects.ts'

type Row = Readonly<Record<string, string>>

/** Longest row of a table, in bytes: a parser holds a row until its end. */
const MOST_ROW = 16 * 1024 * 1024

/** Whether the export is of the newer form: a table of comma-separated values for each table of the database. */
export function hasTables(archive: Archive): boolean {
  return tableFile(archive, 'content') !== undefined
}

/**
 * Reads the tables of a newer export as the objects that the older form holds.
 * @throws HttpError 400 when a table cannot be read
 */
export async function* readTables(archive: Archive): AsyncGenerator<ExportObject> {
  for (const [table, objectOf] of Object.entries(TABLES)) {
    const file = tableFile(archive, table)
    if (file === undefined) continue
    const most = mostUnpacked(archive.size(file) ?? 0)
    for await (const row of rowsOf(await archive.open(file), { file, most })) {
      const object = objectOf(row)
      if (object) yield object
    }
  }
}

function tableFile(archive: Archive, table: string): string | undefined {
  return [`${table}.csv.gz`, `${table}.csv`].find(name => archive.size(name) !== undefined)
}

/** @param most bytes that the table may have when it is unpacked */
async function* rowsOf(source: Readable, { file, most }: { file: string; most: number }): AsyncGenerator<Row> {
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, {
    header: true,
    skipEmptyLines: true,
    transformHeader: name => name.trim(),
  })
  /** Bytes that came since a row was read. */
  let pending = 0
  let total = 0
  const limited = async function* (bytes: AsyncIterable<Buffer>) {
    // With each piece, the parser reads all that it has of a row again: pieces of that length keep it linear.
    let held: Buffer[] = []
    let length = 0
    for await (const piece of bytes) {
      held.push(piece)
      length += piece.length
      total += piece.length
      if (total > most) throw growsTooMuch()
      if (pending + length > MOST_ROW) throw new Error(`a row of more than ${MOST_ROW} bytes`)
      if (length < pending) continue
      yield take()
    }
    if (length > 0) yield take()

    function take(): Buffer {
      const taken = Buffer.concat(held)
      pending += length
      held = []
      length = 0
      return taken
    }
  }
  try {
    // Errors reach the reader of the rows.
    pipeline(Readable.from(limited((await unpacked(source)) as AsyncIterable<Buffer>)), parser, () => {})
    for await (const row of parser as AsyncIterable<Row>) {
      pending = 0
      yield row
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw badRequest('The table {{file}} of the export cannot be read', { values: { file } })
  }
}

/** Some exports name their tables as if they were packed, which they are not. */
async function unpacked(source: Readable): Promise<NodeJS.ReadableStream> {
  const first = await new Promise<Buffer | null>((resolve, reject) => {
    source.once('readable', () => resolve(source.read() as Buffer | null))
    source.once('error', reject)
  })
  if (first) source.unshift(first)
  return first?.[0] === 0x1f && first[1] === 0x8b ? source.pipe(createGunzip()) : source
}

/** An object of which a property is left out where its column is empty. */
function object(className: string, id: string | undefined, properties: Record<string, PropertyValue | undefined>) {
  if (!id) return undefined
  const present = Object.entries(properties).filter((entry): entry is [string, PropertyValue] => Boolean(entry[1]))
  return { class: className, id, properties: Object.fromEntries(present) }
}

function reference(className: string, id: string | undefined): ObjectReference | undefined {
  return id ? { class: className, id } : undefined
}

const user = (key: string | undefined) => reference('ConfluenceUserImpl', key)

const CLASSES: Readonly<Record<string, string>> = {
  PAGE: 'Page',
  BLOGPOST: 'BlogPost',
  COMMENT: 'Comment',
  ATTACHMENT: 'Attachment',
  SPACEDESCRIPTION: 'SpaceDescription',
}

function contentOf(row: Row): ExportObject | undefined {
  const className = CLASSES[row['contenttype'] ?? '']
  if (className === undefined) return undefined
  const isComment = className === 'Comment'
  return object(className, row['contentid'], {
    title: row['title'],
    version: row['version'],
    creator: user(row['creator']),
    creationDate: row['creationdate'],
    lastModifier: user(row['lastmodifier']),
    lastModificationDate: row['lastmoddate'],
    versionComment: row['versioncomment'],
    originalVersion: reference(className, row['prevver']),
    contentStatus: row['content_status'],
    containerContent: reference('Page', row['pageid']),
    space: reference('Space', row['spaceid']),
    position: row['child_position'],
    parent: isComment ? reference('Comment', row['parentcommentid']) : reference('Page', row['parentid']),
  })
}

/** The tables that are read, each with the object that a row is. */
const TABLES: Readonly<Record<string, (row: Row) => ExportObject | undefined>> = {
  spaces: row =>
    object('Space', row['spaceid'], {
      name: row['spacename'],
      key: row['spacekey'],
      description: reference('SpaceDescription', row['spacedescid']),
      homePage: reference('Page', row['homepage']),
      creator: user(row['creator']),
      creationDate: row['creationdate'],
      lastModificationDate: row['lastmoddate'],
      spaceType: row['spacetype'],
      spaceStatus: row['spacestatus'],
    }),
  content: contentOf,
  bodycontent: row =>
    object('BodyContent', row['bodycontentid'], {
      body: row['body'],
      content: reference('Page', row['contentid']),
      bodyType: row['bodytypeid'],
    }),
  contentproperties: row =>
    object('ContentProperty', row['propertyid'], {
      name: row['propertyname'],
      stringValue: row['stringval'],
      longValue: row['longval'],
      content: reference('Page', row['contentid']),
    }),
  label: row => object('Label', row['labelid'], { name: row['name'], namespace: row['namespace'] }),
  content_label: row =>
    object('Labelling', row['id'], {
      label: reference('Label', row['labelid']),
      content: reference('Page', row['contentid']),
      owningUser: user(row['owner']),
      creationDate: row['creationdate'],
      labelableType: row['labelabletype'],
      labelableId: row['labelableid'],
    }),
  content_perm_set: row =>
    object('ContentPermissionSet', row['id'], {
      type: row['cont_perm_type'],
      owningContent: reference('Page', row['content_id']),
    }),
  content_perm: row =>
    object('ContentPermission', row['id'], {
      type: row['cp_type'],
      userSubject: user(row['username']),
      groupName: row['groupname'],
      owningSet: reference('ContentPermissionSet', row['cps_id']),
    }),
  spacepermissions: row =>
    object('SpacePermission', row['permid'], {
      space: reference('Space', row['spaceid']),
      type: row['permtype'],
      group: row['permgroupname'],
      userSubject: user(row['permusername']),
      allUsersSubject: row['permalluserssubject'],
    }),
  user_mapping: row =>
    object('ConfluenceUserImpl', row['user_key'], { name: row['username'], atlassianAccountId: row['aaid'] }),
  likes: row =>
    object('LikeEntity', row['id'], {
      content: reference('Page', row['contentid']),
      user: user(row['username']),
      creationDate: row['creationdate'],
    }),
  notifications: row =>
    object('Notification', row['notificationid'], {
      content: reference('Page', row['contentid']),
      space: reference('Space', row['spaceid']),
      receiver: user(row['username']),
      creationDate: row['creationdate'],
      type: row['contenttype'],
    }),
  usercontent_relation: row =>
    object('User2ContentRelationEntity', row['relationid'], {
      targetContent: reference('Page', row['targetcontentid']),
      sourceContent: user(row['sourceuser']),
      relationName: row['relationname'],
      creationDate: row['creationdate'],
    }),
  pagetemplates: row =>
    object('PageTemplate', row['templateid'], {
      name: row['templatename'],
      description: row['templatedesc'],
      content: row['content'],
      space: reference('Space', row['spaceid']),
      originalVersion: reference('PageTemplate', row['prevver']),
      bodyType: row['bodytypeid'],
    }),
}
