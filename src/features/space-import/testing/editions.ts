import { object, objectsOf } from './export.ts'

type Edition = 'first' | 'second'

/**
 * Files of two exports of one space, the second made after the work of some days. Page 3 has new versions, another
 * title, a changed comment with an answer and a changed file; page 7 was moved, page 6 deleted, page 8 made; page 2 has
 * a label and a restriction more; pages 4 and 5 are there to be changed in the wiki, 9 to be deleted there.
 */
export function edition(from: number, which: Edition): Record<string, string> {
  const isSecond = which === 'second'
  const day = (number: number) => `2020-03-0${number} 08:00:00.000`
  const space = { of: 'Space', id: from }
  const page = (number: number) => ({ of: 'Page', id: from + number })
  let next = from + 500
  const text = (of: string, id: number, body: string) =>
    object('BodyContent', next++, { body, bodyType: 2, content: { of, id } })
  const version = (number: number, on: number) => ({
    version: number,
    creationDate: day(1),
    lastModificationDate: day(on),
    contentStatus: 'current',
  })
  const simple = (number: number, title: string, parent: number, body = `<p>${title}</p>`) => [
    object('Page', from + number, { title, space, parent: page(parent), ...version(1, 1) }),
    text('Page', from + number, body),
  ]
  const comment = (number: number, body: string, more: Parameters<typeof object>[2]) => [
    object('Comment', from + number, { containerContent: page(3), ...version(1, 1), ...more }),
    text('Comment', from + number, body),
  ]
  const former = (number: number, of: number, at: number, body: string) => [
    object('Page', from + number, { title: 'Three', originalVersion: page(of), ...version(at, at) }),
    text('Page', from + number, body),
  ]
  const three = isSecond
    ? [
        object('Page', from + 3, { title: 'Three, renamed', space, parent: page(1), ...version(3, 3) }),
        text('Page', from + 3, '<p>three, later</p>'),
        ...former(103, 3, 1, '<p>three</p>'),
        ...former(104, 3, 2, '<p>three, between</p>'),
        ...comment(20, '<p>remark, later</p>', version(2, 4)),
        object('Comment', from + 120, {
          containerContent: page(3),
          originalVersion: { of: 'Comment', id: from + 20 },
          ...version(1, 1),
        }),
        text('Comment', from + 120, '<p>remark</p>'),
        ...comment(21, '<p>answer</p>', { parent: { of: 'Comment', id: from + 20 } }),
      ]
    : [
        object('Page', from + 3, { title: 'Three', space, parent: page(1), ...version(1, 1) }),
        text('Page', from + 3, '<p>three</p>'),
        ...comment(20, '<p>remark</p>', {}),
      ]
  const file = (id: number, more: Parameters<typeof object>[2]) =>
    object('Attachment', from + id, { title: 'plan.txt', containerContent: page(3), ...more })
  const files = isSecond
    ? [file(30, version(2, 4)), file(130, { originalVersion: { of: 'Attachment', id: from + 30 }, ...version(1, 1) })]
    : [file(30, version(1, 1))]
  const added = [
    object('Label', from + 60, { name: 'fresh', namespace: 'global' }),
    object('Labelling', from + 61, {
      label: { of: 'Label', id: from + 60 },
      content: page(2),
      labelableType: 'CONTENT',
      creationDate: day(4),
    }),
    object('ContentPermissionSet', from + 62, { type: 'View', owningContent: page(2) }),
    object('ContentPermission', from + 63, {
      type: 'View',
      groupName: 'keepers',
      owningSet: { of: 'ContentPermissionSet', id: from + 62 },
    }),
    ...simple(8, 'Eight', 2),
  ]
  const bytes = `attachments/${from + 3}/${from + 30}`
  return {
    [`${bytes}/1`]: 'old bytes',
    ...(isSecond && { [`${bytes}/2`]: 'new bytes' }),
    'entities.xml': objectsOf([
      [
        object('Space', from, { name: 'Merged', key: 'MERGED', homePage: page(1), creationDate: day(1) }),
        object('SpacePermission', from + 70, { type: 'VIEWSPACE', space, group: 'confluence-users' }),
        object('Page', from + 1, { title: 'Home', space, ...version(1, 1) }),
        text('Page', from + 1, '<p>home</p>'),
        ...simple(2, 'Two', 1),
        ...three,
        ...simple(4, 'Four', 1),
        ...(isSecond
          ? [
              object('Page', from + 5, { title: 'Five', space, parent: page(1), ...version(2, 3) }),
              text('Page', from + 5, '<p>five, there</p>'),
              object('Page', from + 105, { title: 'Five', originalVersion: page(5), ...version(1, 1) }),
              text('Page', from + 105, '<p>Five</p>'),
            ]
          : [...simple(5, 'Five', 1), ...simple(6, 'Six', 1)]),
        ...simple(7, 'Seven', isSecond ? 2 : 1),
        ...simple(9, 'Nine', 1),
        ...files,
        ...(isSecond ? added : []),
      ].join('\n'),
    ]),
  }
}

/** A page of {@link exportOf}. */
export interface SketchedPage {
  number: number
  title: string
  above?: number
  /** Texts of its versions, the oldest first; a single one with its title where left out. */
  texts?: readonly string[]
  status?: 'current' | 'deleted'
  /** Kinds of its restrictions, to the group keepers. */
  restricted?: readonly ('View' | 'Edit')[]
  comments?: readonly { number: number; text: string; status?: 'current' | 'draft' }[]
  files?: readonly { number: number; name: string; bytes?: string }[]
}

/** Files of an export of a space with the given pages. Versions of a number are of the same day in all exports. */
export function exportOf(key: string, from: number, pages: readonly SketchedPage[]): Record<string, string> {
  const files: Record<string, string> = {}
  const space = { of: 'Space', id: from }
  const objects = [
    object('Space', from, { name: key, key, creationDate: '2020-03-01 08:00:00.000' }),
    object('SpacePermission', from + 900, { type: 'VIEWSPACE', space, group: 'confluence-users' }),
  ]
  let next = from + 1000
  const text = (of: string, id: number, body: string) =>
    object('BodyContent', next++, { body, bodyType: 2, content: { of, id } })
  const version = (number: number) => ({
    version: number,
    creationDate: '2020-03-01 08:00:00.000',
    lastModificationDate: `2020-03-0${number} 08:00:00.000`,
    contentStatus: 'current',
  })
  for (const { number, title, above, texts = [`<p>${title}</p>`], ...page } of pages) {
    const self = { of: 'Page', id: from + number }
    const parent = above === undefined ? undefined : { parent: { of: 'Page', id: from + above } }
    const status = { contentStatus: page.status ?? 'current' }
    objects.push(object('Page', self.id, { title, space, ...parent, ...version(texts.length), ...status }))
    for (const [index, body] of texts.entries()) {
      const isCurrent = index === texts.length - 1
      const id = isCurrent ? self.id : from + 10_000 + number * 10 + index
      if (!isCurrent) objects.push(object('Page', id, { title, originalVersion: self, ...version(index + 1) }))
      objects.push(text('Page', id, body))
    }
    for (const type of page.restricted ?? []) {
      const set = { of: 'ContentPermissionSet', id: next++ }
      objects.push(object('ContentPermissionSet', set.id, { type, owningContent: self }))
      objects.push(object('ContentPermission', next++, { type, groupName: 'keepers', owningSet: set }))
    }
    for (const comment of page.comments ?? []) {
      const of = { containerContent: self, ...version(1), contentStatus: comment.status ?? 'current' }
      objects.push(object('Comment', from + comment.number, of), text('Comment', from + comment.number, comment.text))
    }
    for (const file of page.files ?? []) {
      const id = from + file.number
      objects.push(object('Attachment', id, { title: file.name, containerContent: self, ...version(1) }))
      if (file.bytes !== undefined) files[`attachments/${self.id}/${id}/1`] = file.bytes
    }
  }
  return { ...files, 'entities.xml': objectsOf([objects.join('\n')]) }
}
