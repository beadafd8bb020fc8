import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/api.ts'
import { createAttachments } from '#features/attachments/contract.ts'
import { FILE_NAME_TAKEN } from '#features/attachments/shared.ts'
import { pagePath } from '#features/content-core/address-shared.ts'
import { updateContent } from '#features/content/contract.ts'
import type { EditorView } from '../contract.ts'
import type { DraftText } from './draft.ts'
import type { Change } from './tools.ts'

/**
 * Publishes the next version or the draft. Returns the page's address.
 * @throws ApiError 409 on a version conflict
 */
export async function publish(view: EditorView, text: DraftText, { message, notifies }: Change): Promise<string> {
  const content = await call(updateContent, {
    params: { id: view.id },
    query: text.baseVersion === 0 ? { status: 'draft' } : {},
    body: {
      id: view.id,
      type: view.type,
      status: 'current',
      title: text.title.trim(),
      space: { key: view.space.key },
      body: { storage: { value: text.storage, representation: 'storage' } },
      version: { number: text.baseVersion + 1, message, minorEdit: !notifies },
    },
  })
  return content._links['webui'] ?? pagePath(view.id)
}

/** Invalidates everything read before a page change. */
export async function invalidatePages(query: QueryClient): Promise<void> {
  query.removeQueries({ type: 'inactive' })
  await query.invalidateQueries()
}

/** Attaches files; returns their final names. @throws ApiError */
export async function attach(contentId: string, files: readonly File[]): Promise<string[]> {
  const names: string[] = []
  for (const file of files) names.push(await attachOne(contentId, file))
  return names
}

/** Generic names of browsers and phones, which would overwrite each other. */
const EVERYDAY_NAME = /^(?:image|blob|screenshot|photo)\.(\w{1,5})$/i

async function attachOne(contentId: string, file: File): Promise<string> {
  const everyday = EVERYDAY_NAME.test(file.name)
  try {
    return await send(contentId, file, everyday ? stamped(file.name) : file.name)
  } catch (error) {
    const isTaken = error instanceof ApiError && error.key === FILE_NAME_TAKEN
    if (everyday || !isTaken) throw error
    return send(contentId, file, stamped(file.name))
  }
}

async function send(contentId: string, file: File, name: string): Promise<string> {
  const form = new FormData()
  form.append('file', file, name)
  form.append('minorEdit', 'true')
  const { results } = await call(createAttachments, { params: { id: contentId }, body: form })
  return results[0]?.title ?? name
}

/** Timestamped name, e.g. `image-20260131-120501-042.png`. */
function stamped(name: string): string {
  const dot = name.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const time = new Date().toISOString().replace(/[-:Z]/g, '').replace(/[T.]/g, '-')
  return `${stem}-${time}${end}`
}
