import { call } from '#platform/web/api.ts'
import { createContent, getContent, updateContent } from '#features/content/contract.ts'

/** Writes a comment, or an answer to one. Gives its id. */
export async function postComment(pageId: string, storage: string, parentId?: string): Promise<string> {
  const comment = (await call(createContent, {
    body: {
      type: 'comment', container: { id: pageId, type: 'page' }, body: { storage: { value: storage, representation: 'storage' } },
      ...(parentId === undefined ? {} : { ancestors: [{ id: parentId }] }),
    },
  })) as { id: string }
  return comment.id
}

/** The storage format of a comment and the version that it is of. */
export async function readComment(id: string): Promise<{ storage: string; version: number }> {
  const content = (await call(getContent, { params: { id }, query: { expand: 'body.storage,version' } })) as unknown as {
    body: { storage: { value: string } }
    version: { number: number }
  }
  return { storage: content.body.storage.value, version: content.version.number }
}

/** Writes the next version of a comment. @throws ApiError 409 when somebody else did meanwhile */
export async function changeComment(id: string, storage: string, version: number): Promise<void> {
  await call(updateContent, {
    params: { id }, body: { type: 'comment', version: { number: version + 1 }, body: { storage: { value: storage, representation: 'storage' } } },
  })
}
