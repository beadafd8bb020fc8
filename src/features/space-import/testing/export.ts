/** An export as the old product writes it, with one of everything. */

type Value = string | number | { of: string; id: string | number } | { of: string; ids: readonly (string | number)[] }

/** An object of `entities.xml`. @param name of its class */
export function object(name: string, id: string | number, properties: Readonly<Record<string, Value>>): string {
  const idName = name === 'ConfluenceUserImpl' ? 'key' : 'id'
  const written = Object.entries(properties).map(([property, value]) => {
    if (typeof value !== 'object') return `<property name="${property}">${cdata(String(value))}</property>`
    if ('id' in value)
      return `<property name="${property}" class="${value.of}" package="p">${idOf(value.of, value.id)}</property>`
    const members = value.ids.map(each => `<element class="${value.of}" package="p">${idOf(value.of, each)}</element>`)
    return `<collection name="${property}" class="java.util.Collection">${members.join('')}</collection>`
  })
  return `<object class="${name}" package="p">\n<id name="${idName}">${id}</id>${written.join('\n')}</object>`
}

function idOf(name: string, id: string | number): string {
  return name === 'ConfluenceUserImpl' ? `<id name="key"><![CDATA[${id}]]></id>` : `<id name="id">${id}</id>`
}

function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']] >')}]]>`
}

function document(objects: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<hibernate-generic datetime="2016-05-10 17:04:43">\n${objects.join('\n')}\n</hibernate-generic>`
}

const COOK = 'ff80808154510724015451074c160001'
const ADMIN = 'ff80808154510724015451074c160002'
const user = (key: string) => ({ of: 'ConfluenceUserImpl', id: key })
const space = { of: 'Space', id: 800_001 }
const page = (id: number) => ({ of: 'Page', id })
/** Summer time of Berlin, two hours before UTC. */
const AT = '2016-05-10 17:04:43.120'
const written = { creator: user(ADMIN), creationDate: AT, lastModifier: user(COOK), lastModificationDate: AT }
const inOld = { space, contentStatus: 'current', ...written }

let nextBody = 700_000
const body = (owner: number, text: string, bodyType?: number) =>
  object('BodyContent', nextBody++, {
    body: text,
    content: page(owner),
    ...(bodyType === undefined ? {} : { bodyType }),
  })

const ZUCCHINI =
  `<p>By <ac:link><ri:user ri:userkey="${COOK}" /></ac:link> and <ac:link><ri:user ri:username="Cook" /></ac:link>, ` +
  '<ac:link><ri:page ri:space-key="OLD" ri:content-title="Page 2" /></ac:link>, ' +
  '<ac:inline-comment-marker ac:ref="mark-1">green</ac:inline-comment-marker></p>' +
  `<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>` +
  `<ac:link><ri:user ri:userkey="${COOK}" /></ac:link> Water it</ac:task-body></ac:task></ac:task-list>` +
  '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[a ]]]]><![CDATA[> b]]></ac:plain-text-body></ac:structured-macro>'

const OBJECTS = [
  // The last objects belong to the first, as in real exports.
  body(900_001, '<p>Home</p>', 2),
  body(900_002, ZUCCHINI, 2),
  body(900_012, '<p>green</p>', 2),
  body(900_013, '<p>greener</p>', 2),
  body(900_003, 'h1. Old'),
  body(900_004, '<p>never closed', 2),
  body(900_005, '<p>Ten</p>', 2),
  body(900_006, '<p>Rotten</p>', 2),
  body(900_020, '<p>News</p>', 2),
  body(900_031, '<p>Tasty</p>', 2),
  body(900_032, '<p>Very</p>', 2),
  body(900_033, '<p>Which green?</p>', 2),
  body(900_034, '<p>Nice</p>', 2),
  body(900_040, 'What was before', 0),
  body(900_041, '{"hue":120}', 1),
  object('Space', 800_001, {
    name: 'Old & gold',
    key: 'OLD',
    description: { of: 'SpaceDescription', id: 900_040 },
    homePage: page(900_001),
    spaceType: 'global',
    spaceStatus: 'CURRENT',
    creator: user(ADMIN),
    creationDate: AT,
  }),
  object('SpaceDescription', 900_040, { space }),
  object('ConfluenceUserImpl', COOK, { name: 'cook', lowerName: 'cook' }),
  // A user whom this wiki knows by the same user name, under another key.
  object('ConfluenceUserImpl', ADMIN, { name: 'admin', lowerName: 'admin' }),
  object('InternalUser', 1, { name: 'cook', displayName: 'Cook the Third', emailAddress: 'cook@example.org' }),
  object('Page', 900_001, { ...inOld, title: 'Home', version: 1 }),
  object('Page', 900_002, {
    ...inOld,
    title: 'Zucchini',
    version: 4,
    versionComment: 'ripe',
    position: 3,
    parent: page(900_001),
    contentProperties: { of: 'ContentProperty', ids: [1] },
  }),
  object('ContentProperty', 1, { name: 'macroNames', stringValue: 'code' }),
  object('Page', 900_012, {
    ...written,
    title: 'Zucchini',
    version: 3,
    originalVersion: page(900_002),
    contentStatus: 'current',
  }),
  object('Page', 900_013, {
    ...written,
    title: 'Zucchini',
    version: 3,
    originalVersion: page(900_002),
    contentStatus: 'current',
  }),
  object('Page', 900_005, { ...inOld, title: 'Page 10', version: 1, parent: page(900_001) }),
  object('Page', 900_003, { ...inOld, title: 'Page 2', version: 1, parent: page(900_001) }),
  object('Page', 900_004, { ...inOld, title: 'Below', version: 1, parent: page(900_003) }),
  object('Page', 900_006, { ...inOld, title: 'Rotten', version: 1, parent: page(900_001), contentStatus: 'deleted' }),
  // A user with a name that is not allowed here, on a page below one that is in the trash.
  object('ConfluenceUserImpl', 'ff80808154510724015451074c160003', { name: 'a/b' }),
  object('Page', 900_008, {
    ...inOld,
    title: 'Orphan',
    version: 1,
    parent: page(900_006),
    creator: user('ff80808154510724015451074c160003'),
  }),
  body(900_008, '<p>Alone</p>', 2),
  object('Notification', 37, { space, receiver: user(COOK), creationDate: AT, type: 'blogpost' }),
  object('Page', 900_007, { ...inOld, title: 'Draft', version: 1, contentStatus: 'draft' }),
  object('BlogPost', 900_020, { ...inOld, title: 'News', version: 1 }),
  // An answer before what it answers.
  object('Comment', 900_032, {
    ...written,
    version: 1,
    containerContent: page(900_002),
    parent: { of: 'Comment', id: 900_031 },
    contentStatus: 'current',
  }),
  object('Comment', 900_031, { ...written, version: 1, containerContent: page(900_002), contentStatus: 'current' }),
  object('Comment', 900_033, {
    ...written,
    version: 1,
    containerContent: page(900_002),
    contentStatus: 'current',
    contentProperties: { of: 'ContentProperty', ids: [11, 12, 13, 14, 15] },
  }),
  object('ContentProperty', 11, { name: 'inline-comment', stringValue: 'true' }),
  object('ContentProperty', 12, { name: 'inline-marker-ref', stringValue: 'mark-1' }),
  object('ContentProperty', 13, { name: 'inline-original-selection', stringValue: 'green' }),
  object('ContentProperty', 14, { name: 'status', stringValue: 'resolved' }),
  object('ContentProperty', 15, { name: 'status-lastmodifier', stringValue: COOK }),
  object('Comment', 900_034, {
    ...written,
    version: 1,
    containerContent: { of: 'BlogPost', id: 900_020 },
    contentStatus: 'current',
  }),
  object('Attachment', 900_010, {
    ...written,
    title: 'shape.png',
    version: 2,
    versionComment: 'second',
    containerContent: page(900_002),
    contentStatus: 'current',
    contentProperties: { of: 'ContentProperty', ids: [21] },
  }),
  object('ContentProperty', 21, { name: 'MEDIA_TYPE', stringValue: 'image/png' }),
  object('Attachment', 900_011, {
    ...written,
    title: 'shape.png',
    version: 1,
    originalVersion: { of: 'Attachment', id: 900_010 },
    contentStatus: 'current',
  }),
  object('Label', 31, { name: 'vegetable', namespace: 'global' }),
  object('Label', 32, { name: 'favourite', namespace: 'my' }),
  object('Labelling', 33, {
    label: { of: 'Label', id: 31 },
    content: page(900_002),
    owningUser: user(ADMIN),
    creationDate: AT,
  }),
  object('Labelling', 34, {
    label: { of: 'Label', id: 32 },
    content: page(900_002),
    owningUser: user(COOK),
    creationDate: AT,
  }),
  object('LikeEntity', 35, { content: page(900_002), user: user(COOK), creationDate: AT }),
  object('Notification', 36, { content: page(900_002), receiver: user(COOK), creationDate: AT }),
  object('CustomContentEntityObject', 900_041, {
    title: 'colour',
    containerContent: page(900_002),
    pluginModuleKey: 'com.atlassian.confluence.plugins.confluence-content-property-storage:content-property',
  }),
  object('ContentPermissionSet', 41, {
    type: 'View',
    owningContent: page(900_003),
    contentPermissions: { of: 'ContentPermission', ids: [42] },
  }),
  object('ContentPermission', 42, {
    type: 'View',
    groupName: 'gardeners',
    owningSet: { of: 'ContentPermissionSet', id: 41 },
  }),
  object('SpacePermission', 51, { space, type: 'VIEWSPACE', group: 'gardeners' }),
  object('SpacePermission', 54, { space, type: 'VIEWSPACE', group: 'visitors' }),
  object('SpacePermission', 52, { space, type: 'SETSPACEPERMISSIONS', userSubject: user(ADMIN) }),
  object('SpacePermission', 53, { space, type: 'USECONFLUENCEQUESTIONS', group: 'gardeners' }),
  object('PageTemplate', 61, { name: 'Recipe', content: '<p>Take</p>', space, bodyType: 2 }),
]

/** A picture of a single point. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** `entities.xml` with the objects of several. */
export function objectsOf(documents: readonly string[]): string {
  const objects = documents.join('').replaceAll(/<\/?hibernate-generic[^>]*>|<\?xml[^>]*>/g, '')
  return document([objects])
}

/** The files of an export of a space with one of everything, by their paths. */
export const EXPORT: Readonly<Record<string, string | Uint8Array>> = {
  'exportDescriptor.properties':
    '#Tue May 10 17:04:43 CEST 2016\nexportType=space\nspaceKey=OLD\ntimezoneId=Europe/Berlin\n',
  'entities.xml': document(OBJECTS),
  'attachments/900002/900010/1': 'first',
  'attachments/900002/900010/2': PICTURE,
}

/** `entities.xml` of a space with a home page and others below it. @param from below the ids of its contents */
export function entities(key: string, from: number, pages = 4): string {
  const of = { of: 'Space', id: from }
  const contents = Array.from({ length: pages }, (_, index) => index + 1).flatMap(number => [
    object('Page', from + number, {
      ...inOld,
      space: of,
      title: `${key} ${number}`,
      version: 1,
      ...(number === 1 ? {} : { parent: page(from + 1) }),
    }),
    body(from + number, `<p>${number}</p>`, 2),
  ])
  return document([object('Space', from, { name: key, key, homePage: page(from + 1), creationDate: AT }), ...contents])
}

/** The entities of a space with an archived page that comes before the current page of its title, which links to it. */
export function archivedNamesake(key: string, from: number): string {
  const of = { of: 'Space', id: from }
  const content = (number: number, status: string, text: string) => [
    object('Page', from + number, {
      ...written,
      space: of,
      title: 'Plan',
      version: 1,
      contentStatus: status,
      position: number,
    }),
    body(from + number, text, 2),
  ]
  const link = '<p><ac:link><ri:page ri:content-title="Plan" /></ac:link></p>'
  return document([
    object('Space', from, { name: key, key, homePage: page(from + 2), creationDate: AT }),
    ...content(1, 'archived', '<p>old</p>'),
    ...content(2, 'current', link),
  ])
}

/**
 * `entities.xml` of a space whose texts of every kind are the same: of a page in two versions, a post, a comment and a
 * template.
 * @param from below the ids of its contents: page + 1 with the text, page + 2 after it, post + 3, comments + 4 on the
 *   first page and + 5 on the second, version + 11
 */
export function sameText(key: string, from: number, text: string): string {
  const of = { of: 'Space', id: from }
  const add = (name: string, number: number, storage: string, more: Record<string, Value>) => [
    object(name, from + number, { ...written, contentStatus: 'current', version: 2, ...more }),
    body(from + number, storage, 2),
  ]
  return document([
    object('Space', from, { name: key, key, homePage: page(from + 1), creationDate: AT }),
    ...add('Page', 1, text, { space: of, title: 'First', position: 1 }),
    ...add('Page', 11, text, { title: 'First', version: 1, originalVersion: page(from + 1) }),
    ...add('Page', 2, '<p>later</p>', { space: of, title: 'Later', position: 2 }),
    ...add('BlogPost', 3, text, { space: of, title: 'Post' }),
    ...add('Comment', 4, text, { containerContent: page(from + 1) }),
    ...add('Comment', 5, '<p>remark</p>', { containerContent: page(from + 2) }),
    object('PageTemplate', from + 6, { name: 'Form', content: text, space: of, bodyType: 2 }),
  ])
}

/**
 * Files of a site backup with everything that belongs to neither a page nor a post: two spaces of one key, categories
 * and stars of spaces, labels of files and templates, templates of the site, and contents that have no place.
 */
export function siteParts(key: string, from: number): Record<string, string> {
  const of = (id: number) => ({ of: 'Space', id })
  const template = { of: 'PageTemplate', id: from + 60 }
  const siteTemplate = { of: 'PageTemplate', id: from + 61 }
  const description = { of: 'SpaceDescription', id: from + 50 }
  const file = { of: 'Attachment', id: from + 10 }
  const [plan, docs, saved] = [31, 32, 33].map(id => ({ of: 'Label', id: from + id }))
  const current = { ...written, contentStatus: 'current', version: 1 }
  let next = from + 200
  const labelling = (label: Value | undefined, on: Value, more: Record<string, Value> = {}) =>
    object('Labelling', next++, {
      label: label ?? '',
      content: on,
      owningUser: user(COOK),
      creationDate: AT,
      labelableType: 'CONTENT',
      ...more,
    })
  // The number of the label's owner is not that of the template, as in some exports.
  const onTemplate = (of: Value) => ({ pageTemplate: of, labelableType: 'PAGETEMPLATE', labelableId: from + 1 })
  return {
    'exportDescriptor.properties': 'exportType=all\n',
    [`attachments/${from + 1}/${from + 10}/1`]: 'bytes',
    'entities.xml': document([
      object('ConfluenceUserImpl', COOK, { name: 'cook' }),
      object('Space', from, { name: key, key, description, homePage: page(from + 1), creationDate: AT }),
      object('Space', from + 1, { name: `${key} again`, key, creationDate: AT }),
      object('SpaceDescription', from + 50, { space: of(from) }),
      object('Page', from + 1, { ...current, space: of(from), title: 'Home' }),
      object('Page', from + 2, { ...current, space: of(from + 1), title: 'Elsewhere', parent: page(from + 1) }),
      object('Page', from + 3, { ...current, space: of(from + 99), title: 'Nowhere' }),
      object('Draft', from + 4, { draftSpaceKey: key, title: 'Begun' }),
      object('Comment', from + 5, { ...current, containerContent: page(from + 1), contentStatus: 'deleted' }),
      object('Comment', from + 6, { ...current, containerContent: page(from + 1), contentStatus: 'draft' }),
      object('Comment', from + 7, { ...current, containerContent: page(from + 3) }),
      object('Attachment', from + 10, { ...current, title: 'a.txt', containerContent: page(from + 1) }),
      object('Attachment', from + 11, {
        ...current,
        title: 'b.txt',
        containerContent: page(from + 1),
        contentStatus: 'deleted',
      }),
      object('Attachment', from + 12, { ...current, title: key, containerContent: description }),
      object('PageTemplate', from + 60, { name: 'Form', content: '<p>form</p>', space: of(from), bodyType: 2 }),
      object('PageTemplate', from + 61, { name: `${key} form`, content: '<p>site</p>', bodyType: 2 }),
      object('PageTemplate', from + 62, { name: ' ', content: '<p>none</p>', space: of(from), bodyType: 2 }),
      object('Label', from + 31, { name: 'plan', namespace: 'global' }),
      object('Label', from + 32, { name: 'docs', namespace: 'team' }),
      object('Label', from + 33, { name: 'favourite', namespace: 'my' }),
      labelling(plan, file),
      labelling(plan, description),
      labelling(docs, description),
      labelling(saved, description),
      labelling(plan, template, onTemplate(template)),
      labelling(docs, template, onTemplate(template)),
      labelling(plan, siteTemplate, onTemplate(siteTemplate)),
      object('LikeEntity', from + 70, { content: page(from + 1), creationDate: AT }),
      object('HibernateMembership', from + 71, {}),
      object('HibernateMembership', from + 72, {}),
      object('SpacePermission', from + 73, { type: 'USECONFLUENCE', group: 'gardeners' }),
      object('SpacePermission', from + 74, { type: 'REMOVEMAIL', group: 'gardeners', space: of(from) }),
      object('SpacePermission', from + 75, { type: 'SETSPACEPERMISSIONS', space: of(from) }),
    ]),
  }
}

/** `entities.xml` of a space whose one page is by a user of this name, without or with a full name and an address. */
export function byUser(key: string, from: number, name: string, profile?: { displayName: string; email: string }) {
  const author = `ff8080815451072401545107${String(from).padStart(8, '0')}`
  const directory = profile && { name, displayName: profile.displayName, emailAddress: profile.email }
  return document([
    object('ConfluenceUserImpl', author, { name }),
    ...(directory ? [object('InternalUser', from + 9, directory)] : []),
    object('Space', from, { name: key, key, creationDate: AT }),
    object('Page', from + 1, {
      ...written,
      space: { of: 'Space', id: from },
      title: 'Page',
      version: 1,
      creator: user(author),
      contentStatus: 'current',
    }),
  ])
}

/** Files of an export of a space with a page and a file, each with a comment, an empty one and a deleted one. */
export function commented(key: string, from: number): Record<string, string> {
  const on = (container: Value, first: number) =>
    ['<p>word</p>', ' ', '<p>gone</p>'].flatMap((text, index) => [
      object('Comment', first + index, {
        ...written,
        version: 1,
        containerContent: container,
        contentStatus: index === 2 ? 'deleted' : 'current',
      }),
      body(first + index, text, 2),
    ])
  const files = withFiles(key, from, ['a.txt'])
  const comments = [...on(page(from + 1), from + 20), ...on({ of: 'Attachment', id: from + 10 }, from + 30)]
  return {
    ...files,
    'entities.xml': (files['entities.xml'] ?? '').replace(
      '</hibernate-generic>',
      `${comments.join('')}</hibernate-generic>`,
    ),
  }
}

/** Files of an export of a space whose one page has these files, each with its name as bytes. */
export function withFiles(key: string, from: number, names: readonly string[]): Record<string, string> {
  const attachments = names.map((title, index) =>
    object('Attachment', from + 10 + index, {
      ...written,
      title,
      version: 1,
      containerContent: page(from + 1),
      contentStatus: 'current',
    }),
  )
  const contents = entities(key, from, 1)
  return {
    'entities.xml': contents.replace('</hibernate-generic>', `${attachments.join('\n')}\n</hibernate-generic>`),
    ...Object.fromEntries(
      names.map((_, index) => [`attachments/${from + 1}/${from + 10 + index}/1`, `bytes ${index}`]),
    ),
  }
}

/** The text of everything in {@link unpublished} that was never published, or was deleted. */
export const UNPUBLISHED = 'UNPUBLISHED'

/**
 * `entities.xml` of a space whose contents have rows beside their published versions: drafts of edits, which the old
 * product keeps as former versions numbered 1 and dated last, and a deleted version.
 * @param from below the ids of its contents: page + 1 of one published version, page + 2 of three, post + 3, comment + 4
 */
export function unpublished(key: string, from: number): string {
  const of = { of: 'Space', id: from }
  const day = (number: number) => `2016-05-${10 + number} 12:00:00.000`
  const objects: string[] = []
  let extra = from + 100
  const add = (name: string, id: number, text: string, version: number, at: number, more: Record<string, Value>) =>
    objects.push(
      object(name, id, { ...written, contentStatus: 'current', version, lastModificationDate: day(at), ...more }),
      body(id, `<p>${text}</p>`, 2),
    )
  const former = (name: string, id: number, text: string, version: number, at: number, contentStatus = 'current') =>
    add(name, extra++, text, version, at, { title: 'Former', originalVersion: { of: name, id }, contentStatus })
  const place = { space: of, title: 'Once' }
  add('Page', from + 1, 'only', 1, 1, place)
  former('Page', from + 1, UNPUBLISHED, 1, 1, 'draft')
  former('Page', from + 2, UNPUBLISHED, 1, 4, 'draft')
  former('Page', from + 2, 'first', 1, 1)
  former('Page', from + 2, 'second', 2, 2)
  former('Page', from + 2, UNPUBLISHED, 2, 2, 'deleted')
  add('Page', from + 2, 'third', 3, 3, { ...place, title: 'Thrice', parent: page(from + 1) })
  former('BlogPost', from + 3, UNPUBLISHED, 1, 2, 'draft')
  add('BlogPost', from + 3, 'post', 1, 1, { ...place, title: 'Post' })
  former('Comment', from + 4, UNPUBLISHED, 1, 2, 'draft')
  add('Comment', from + 4, 'comment', 1, 1, { containerContent: page(from + 1) })
  return document([object('Space', from, { name: key, key, homePage: page(from + 1), creationDate: AT }), ...objects])
}
