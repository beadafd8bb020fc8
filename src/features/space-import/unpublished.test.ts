import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { openToAnonymous, person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { object, UNPUBLISHED, unpublished } from './testing/export.ts'
import { importsInto } from './testing/imports.ts'

const FROM = 7_100_000
const CONTENTS = [1, 2, 3, 4].map(number => FROM + number)
/** Texts of all published versions. */
const PUBLISHED = ['only', 'first', 'second', 'third', 'post', 'comment']

onEachEngine(
  'texts of an export that were never published, or were deleted',
  () => features,
  wiki => {
    const { imported, zipped } = importsInto(wiki)
    const readers: [name: string, HttpClient][] = []
    beforeAll(async () => {
      const open = ['VIEWSPACE', 'EDITSPACE', 'COMMENT'].map((type, index) =>
        object('SpacePermission', FROM + 50 + index, { type, space: { of: 'Space', id: FROM } }),
      )
      const xml = unpublished('NEVER', FROM).replace('</hibernate-generic>', `${open.join('')}</hibernate-generic>`)
      await imported(await zipped({ 'entities.xml': xml }))
      await openToAnonymous(wiki())
      await wiki().app.events.settled()
      await wiki().app.jobs.idle()
      const reader = (await person(wiki(), 'reader')).client
      readers.push(['administrator', wiki().admin], ['reader', reader], ['visitor', wiki().anonymous])
    })

    it('are read by nobody, in no version, comparison, view, list or search', async () => {
      for (const [name, client] of readers) {
        const read: string[] = []
        for (const path of pathsOf(await versionsSeenBy(client))) {
          const { status, text } = await client.get(path)
          expect(status, `${name} ${path}`).toBeLessThan(500)
          expect(text.replaceAll(/cql=[^"&\s]*|siteSearch[^"&\s]*/g, ''), `${name} ${path}`).not.toContain(UNPUBLISHED)
          read.push(text)
        }
        for (const text of PUBLISHED) expect(read.join('\n'), `${name} reads ${text}`).toContain(`<p>${text}</p>`)
        const cql = encodeURIComponent(`siteSearch ~ "${UNPUBLISHED}"`)
        expect((await client.get(`/rest/api/search?cql=${cql}`)).json.totalSize, name).toBe(0)
      }
    })
  },
)

/** Numbers of the versions of each content, as the reader is told. */
async function versionsSeenBy(client: HttpClient): Promise<[id: number, numbers: number[]][]> {
  return Promise.all(
    CONTENTS.map(async (id): Promise<[number, number[]]> => {
      const { status, text, json } = await client.get(`/rest/experimental/content/${id}/version?limit=100`)
      expect(status, text).toBe(200)
      return [id, (json.results as { number: number }[]).map(({ number }) => number)]
    }),
  )
}

function pathsOf(versions: readonly [id: number, numbers: number[]][]): string[] {
  return [
    ...versions.flatMap(([id, numbers]) => [
      ...[...numbers, 0, Math.max(...numbers) + 1].flatMap(number => [
        `/rest/api/content/${id}?status=historical&version=${number}&expand=body.storage,body.view,history.previousVersion`,
        `/rest/experimental/content/${id}/version/${number}?expand=content.body.storage`,
        `/rest/oxbow/1.0/content/${id}/compare?from=${number}&to=${Math.max(...numbers)}`,
        `/pages/viewpage.action?pageId=${id}&version=${number}`,
      ]),
      `/rest/api/content/${id}?status=any&expand=body.storage,body.view,children.comment.body.storage`,
      `/rest/api/content/${id}?status=draft&expand=body.storage`,
      `/rest/api/content/${id}/child/comment?expand=body.storage`,
      `/rest/oxbow/1.0/content/${id}/draft`,
      `/rest/oxbow/1.0/content/${id}/versions`,
      `/pages/viewpreviousversions.action?pageId=${id}`,
      `/pages/viewinfo.action?pageId=${id}`,
      `/pages/resumedraft.action?draftId=${id}`,
    ]),
    '/rest/api/content?spaceKey=NEVER&status=any&expand=body.storage',
    '/rest/oxbow/1.0/drafts',
    '/rest/oxbow/1.0/recently-updated',
    '/rest/api/space/NEVER/content?expand=body.storage',
    '/rest/api/space/NEVER/trash',
  ]
}
