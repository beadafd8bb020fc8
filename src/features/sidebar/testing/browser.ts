import type { Page } from 'playwright-core'
import { ADMIN, type TestWiki } from '#platform/server/testing/harness.ts'
import { signIn, type OpenPage, type PageOptions } from '../../../../test/browser.ts'

/** Opens a page that is signed in, as the administrator unless others are named. */
export async function signedIn(
  openPage: OpenPage,
  wiki: TestWiki,
  options: PageOptions = {},
  who: { username: string; password: string } = ADMIN,
): Promise<Page> {
  const { allowErrors = [], ...rest } = options
  const page = await openPage({ allowErrors: [...allowErrors], ...rest })
  await signIn(page, wiki, who)
  return page
}

/** Creates content as the administrator and gives its id. */
export async function created(
  wiki: TestWiki,
  title: string,
  more: object = {},
  key = 'DOCS',
): Promise<{ id: string; url: string }> {
  const reply = await wiki.admin.post('/rest/api/content', {
    type: 'page',
    title,
    space: { key },
    body: { storage: { value: `<p>${title}</p>`, representation: 'storage' } },
    ...more,
  })
  if (reply.status !== 200) throw new Error(reply.text)
  return { id: reply.json.id, url: reply.json._links.webui }
}
