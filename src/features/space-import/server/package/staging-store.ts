import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite, { type Database, type Statement } from 'better-sqlite3'
import { makeImportFolder } from '../folders.ts'
import { foldExported, namesIn, type NameKind } from './named.ts'
import {
  membersOf,
  numberOf,
  referenceOf,
  REPEATED,
  textOf,
  type ExportObject,
  type ObjectReference,
  type PropertyValue,
} from './objects.ts'

/** A text of a content, in the format that it was written in. */
export interface StagedBody {
  readonly text: string
  /** 0 wiki markup, 1 plain text, 2 storage format. */
  readonly type: number
}

/** Classes whose objects are read; the rest of an export is derived, or belongs to other programs. */
const CLASSES: ReadonlySet<string> = new Set([
  'Space',
  'SpaceDescription',
  'Page',
  'BlogPost',
  'Comment',
  'Attachment',
  'BodyContent',
  'ContentProperty',
  'CustomContentEntityObject',
  'Label',
  'Labelling',
  'ContentPermissionSet',
  'ContentPermission',
  'SpacePermission',
  'ConfluenceUserImpl',
  'InternalUser',
  'DefaultHibernateUser',
  'InternalGroup',
  'HibernateMembership',
  'Notification',
  'User2ContentRelationEntity',
  'LikeEntity',
  'PageTemplate',
  'Draft',
])

/** Properties for the owner of an object, by its class: the first of these that it has. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  BodyContent: ['content'],
  Comment: ['containerContent', 'owner'],
  Attachment: ['containerContent', 'content'],
  CustomContentEntityObject: ['containerContent'],
  ContentProperty: ['content'],
  Labelling: ['content', 'pageTemplate', 'labelableId'],
  LikeEntity: ['content'],
  Notification: ['content', 'space'],
  User2ContentRelationEntity: ['targetContent'],
  ContentPermissionSet: ['owningContent'],
  ContentPermission: ['owningSet'],
  SpacePermission: ['space'],
  PageTemplate: ['space'],
  Page: ['space'],
  BlogPost: ['space'],
  Draft: ['draftSpaceKey'],
}

/** Classes for users. Their owner is the folded user name, so that they are found by it. */
const USERS: ReadonlySet<string> = new Set(['ConfluenceUserImpl', 'InternalUser', 'DefaultHibernateUser'])

/** Tables of the temporary file. `original` is the object of which this is a former version. */
export const SCHEMA = `
  create table object (
    class text, id text, owner text, original text, version integer, properties text, primary key (class, id)
  ) without rowid;
  create table body (id text, owner text, type integer, text text);
  create table listed_body (body text primary key, owner text) without rowid;
  create table named (kind text, key text, name text, primary key (kind, key)) without rowid;
  create table cloud_user (account_id text primary key, user_key text) without rowid;
  create table planned_id (source integer primary key, id integer, is_new integer);`

/** Gives bodies that do not name their content to the content that lists them; of the others none reads them. */
const OWN_LISTED_BODIES = `
  update body set owner = (select owner from listed_body where listed_body.body = body.id) where owner is null;
  drop table listed_body;`

/** Indexes, made when all objects are there. Each holds the rows of its query in their order. */
export const INDEXES = `
  create index object_current on object (class, length(id), id) where original is null;
  create index object_owner on object (class, owner, length(id), id) where original is null;
  create index object_original on object (original, version, length(id), id) where original is not null;
  create index body_owner on body (owner, type);
  analyze;`

const COLUMNS = 'class, id, properties'

/** Digits of the ids that contents keep: new ids are higher, and have at most 15. */
export const MOST_DIGITS = 14

/**
 * Queries of staged objects. Values stand behind a plus, which hides them from the planner: it would otherwise plan a
 * statement again with each run.
 */
export const QUERIES = {
  get: `select ${COLUMNS} from object where class = +? and id = +?`,
  all: `select ${COLUMNS} from object where class = +? and original is null order by length(id), id`,
  of: `select ${COLUMNS} from object where class = +? and owner = +? and original is null order by length(id), id`,
  former: `select ${COLUMNS} from object where original = +? order by version, length(id), id`,
  body: 'select text, type from body where owner = +? order by type desc limit 1',
  /** Pages and posts of a space, and what is on them: comments, files, comments on files and files of comments. */
  contents: `with recursive held (class, id) as (
      select class, id from object where class in ('Page', 'BlogPost') and owner = +? and original is null
      union
      select item.class, item.id from held join object item
        on item.class in ('Comment', 'Attachment') and item.owner = held.id and item.original is null)
    select class, id from held`,
  /** Users or groups that objects name, each once. */
  names: 'select name from named where kind = +? order by key',
  cloudUser: 'select user_key as userKey from cloud_user where account_id = +?',
  planned: 'select id, is_new from planned_id where source = +?',
  /** Of all contents, those of other spaces too; of as many digits as an id may have that is kept. */
  highest: `select max(cast(id as integer)) as highest from object
    where class in ('Page', 'BlogPost', 'Comment', 'Attachment') and original is null
      and length(id) <= ${MOST_DIGITS} and id not glob '*[^0-9]*'`,
  count: 'select count(*) as total from object where class = +? and original is null',
  countOf: 'select count(*) as total from object where class = +? and owner is +? and original is null',
} as const

/** List of the texts of a content, which usually name their content themselves. */
const BODIES = 'bodyContents'
/** Names of users and groups that are remembered as noted; others are noted again, which changes nothing. */
const MOST_NOTED = 10_000
/** Objects between two commits of the temporary file. */
const BATCH = 2000
/** Memory for pages of the temporary file: its objects are looked up all over it. */
const CACHE_KIB = 32 * 1024

/**
 * The objects of an export in a temporary database, since they come in any order and refer to each other, and an export
 * may be larger than memory. It is thrown away at the end, so it waits for no disk.
 */
export class Staging {
  readonly #folder: string
  readonly #database: Database
  readonly #object: Statement
  readonly #body: Statement
  readonly #listedBody: Statement
  readonly #named: Statement
  readonly #cloud: Statement
  readonly #get: Statement<[string, string], Row>
  readonly #of: Statement<[string, string], Row>
  readonly #former: Statement<[string], Row>
  readonly #bodyOf: Statement<[string], StagedBody>
  readonly #count: Statement<[string], { total: number }>
  readonly #countOf: Statement<[string, string | null], { total: number }>
  readonly #contents: Statement<[string], ObjectReference>
  readonly #cloudUser: Statement<[string], { userKey: string }>
  readonly #noted = new Set<string>()
  readonly #planned: Statement<[number], { id: number; is_new: number }>
  #pending = 0

  private constructor(folder: string) {
    this.#folder = folder
    this.#database = new Sqlite(join(folder, 'objects.db'))
    this.#database.pragma('journal_mode = off')
    this.#database.pragma('synchronous = off')
    // No other connection reads it: SQLite need not lock it, nor look for changes, at each statement.
    this.#database.pragma('locking_mode = exclusive')
    this.#database.pragma(`cache_size = -${CACHE_KIB}`)
    this.#database.exec(SCHEMA)
    this.#object = this.#database.prepare('insert or replace into object values (?, ?, ?, ?, ?, ?)')
    this.#body = this.#database.prepare('insert into body values (?, ?, ?, ?)')
    this.#listedBody = this.#database.prepare('insert or replace into listed_body values (?, ?)')
    this.#named = this.#database.prepare('insert or ignore into named values (?, ?, ?)')
    this.#cloud = this.#database.prepare('insert or replace into cloud_user values (?, ?)')
    this.#get = this.#database.prepare(QUERIES.get)
    this.#of = this.#database.prepare(QUERIES.of)
    this.#former = this.#database.prepare(QUERIES.former)
    this.#bodyOf = this.#database.prepare(QUERIES.body)
    this.#count = this.#database.prepare(QUERIES.count)
    this.#countOf = this.#database.prepare(QUERIES.countOf)
    this.#contents = this.#database.prepare(QUERIES.contents)
    this.#cloudUser = this.#database.prepare(QUERIES.cloudUser)
    this.#planned = this.#database.prepare(QUERIES.planned)
  }

  /** @param folder in which its temporary file is made */
  static async open(folder: string): Promise<Staging> {
    return new Staging(await makeImportFolder(folder))
  }

  /** Reads all objects. */
  async fill(objects: AsyncIterable<ExportObject>): Promise<void> {
    this.#database.exec('begin')
    for await (const object of objects) this.#add(object)
    this.#database.exec('commit')
    this.#database.exec(OWN_LISTED_BODIES)
    this.#database.exec(INDEXES)
  }

  #add(object: ExportObject): void {
    if (!CLASSES.has(object.class) || object.id === '') return
    const owner = ownerOf(object)
    if (object.class === 'BodyContent') {
      // Without a format it is of the time before there was any but wiki markup.
      this.#body.run(object.id, owner, numberOf(object, 'bodyType') ?? 0, textOf(object, 'body') ?? '')
    } else {
      for (const { id } of membersOf(object, BODIES)) this.#listedBody.run(id, object.id)
      const version = numberOf(object, 'version') ?? numberOf(object, 'attachmentVersion') ?? null
      const properties = Object.entries(object.properties).filter(([name]) => name !== BODIES && !REPEATED.has(name))
      const json = JSON.stringify(Object.fromEntries(properties))
      this.#object.run(object.class, object.id, owner, originalOf(object), version, json)
      this.#addNames(object)
    }
    if (++this.#pending % BATCH === 0) this.#database.exec('commit; begin')
  }

  #addNames(object: ExportObject): void {
    const accountId = object.class === 'ConfluenceUserImpl' ? textOf(object, 'atlassianAccountId') : undefined
    if (accountId) this.#cloud.run(accountId, object.id)
    for (const [kind, name] of namesIn(object)) {
      const key = kind === 'key' ? name : foldExported(name)
      const noted = `${kind} ${key}`
      if (this.#noted.has(noted)) continue
      if (this.#noted.size >= MOST_NOTED) this.#noted.clear()
      this.#noted.add(noted)
      this.#named.run(kind, key, name)
    }
  }

  get(className: string, id: string): ExportObject | undefined {
    const row = this.#get.get(className, id)
    return row && objectOf(row)
  }

  /** All objects of a class that are no former version of another, by their ids as numbers. */
  *all(className: string): Generator<ExportObject> {
    // Prepared for each caller: a statement that is being iterated cannot run again.
    const rows = this.#database.prepare<[string], Row>(QUERIES.all).iterate(className)
    for (const row of rows) yield objectOf(row)
  }

  /** {@link of} one at a time, for as many as a space has pages. */
  *each(className: string, owner: string): Generator<ExportObject> {
    const rows = this.#database.prepare<[string, string], Row>(QUERIES.of).iterate(className, owner)
    for (const row of rows) yield objectOf(row)
  }

  /** Objects of a class that belong to one, without their former versions. */
  of(className: string, owner: string): ExportObject[] {
    return this.#of.all(className, owner).map(objectOf)
  }

  /** Former versions of an object, the oldest first. */
  former(id: string): ExportObject[] {
    return this.#former.all(id).map(objectOf)
  }

  /** The text of a content; of several the one in the newest format. */
  body(owner: string): StagedBody | undefined {
    return this.#bodyOf.get(owner)
  }

  count(className: string): number {
    return this.#count.get(className)?.total ?? 0
  }

  /** How many objects of a class belong to one, or to none for null. */
  countOf(className: string, owner: string | null): number {
    return this.#countOf.get(className, owner)?.total ?? 0
  }

  /** The highest id of a content that it may keep here; 0 without any. */
  highestId(): number {
    return this.#database.prepare<[], { highest: number | null }>(QUERIES.highest).get()?.highest ?? 0
  }

  /** The pages and posts of a space, and the comments and files on them; drafts too. */
  contents(spaceId: string): ObjectReference[] {
    return this.#contents.all(spaceId)
  }

  /** Users or groups that objects name, each once: keys, or names as one of the objects spells them. */
  *names(kind: NameKind): Generator<string> {
    for (const { name } of this.#database.prepare<[string], { name: string }>(QUERIES.names).iterate(kind)) yield name
  }

  /** The user of an id of the cloud. */
  cloudUser(accountId: string): ExportObject | undefined {
    const found = this.#cloudUser.get(accountId)
    return found && this.get('ConfluenceUserImpl', found.userKey)
  }

  /**
   * Keeps the ids that contents get here, by those in the export.
   * @param isNew whether an earlier export of the space did not have a content
   */
  planIds(ids: ReadonlyMap<number, number>, isNew: (source: number) => boolean = () => true): void {
    const insert = this.#database.prepare('insert or replace into planned_id values (?, ?, ?)')
    this.#database.exec('begin')
    for (const [source, id] of ids) insert.run(source, id, isNew(source) ? 1 : 0)
    this.#database.exec('commit')
  }

  /** Whether a content was in no earlier export that was imported into the space. */
  isNew(source: number): boolean {
    return this.#planned.get(source)?.is_new !== 0
  }

  /** The id that a content gets here; undefined for a content that is not imported. */
  plannedId(source: number): number | undefined {
    return this.#planned.get(source)?.id
  }

  async close(): Promise<void> {
    this.#database.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

interface Row {
  class: string
  id: string
  properties: string
}

function objectOf({ class: className, id, properties }: Row): ExportObject {
  return { class: className, id, properties: JSON.parse(properties) as Record<string, PropertyValue> }
}

function ownerOf(object: ExportObject): string | null {
  if (USERS.has(object.class)) return foldExported(textOf(object, 'name') ?? '') || null
  for (const name of OWNERS[object.class] ?? []) {
    const owner = referenceOf(object, name)?.id ?? textOf(object, name)
    if (owner) return owner
  }
  return null
}

/** The id of the object of which this is a former version. */
function originalOf(object: ExportObject): string | null {
  return referenceOf(object, 'originalVersion')?.id ?? (textOf(object, 'originalVersionId') || null)
}
