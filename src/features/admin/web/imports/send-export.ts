import { apiErrorFrom } from '#platform/web/api-error.ts'
import type { QueryInputOf } from '#platform/contract.ts'
import { urlOf } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { xsrfToken } from '#platform/web/session.ts'
import { uploadSpaceExport, type SpaceImportView } from '#features/space-import/contract.ts'

type Options = Omit<QueryInputOf<typeof uploadSpaceExport>, 'filename'>

/** Uploads an export. `fetch` tells no progress, so this is an XMLHttpRequest. @param progress is given 0 to 100 */
export function sendExport(
  file: File,
  options: Options,
  progress: (percent: number) => void,
): Promise<SpaceImportView> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(uploadSpaceExport.method, urlOf(uploadSpaceExport, { query: { ...options, filename: file.name } }))
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.setRequestHeader('X-Atlassian-Token', xsrfToken() ?? 'no-check')
    request.upload.addEventListener('progress', ({ loaded }) => progress(Math.floor((loaded / file.size) * 100)))
    request.addEventListener('error', () => reject(new Error(t('The upload was interrupted. Try again.'))))
    request.addEventListener('load', () => {
      if (request.status >= 400) reject(apiErrorFrom(request.status, request.responseText))
      else resolve(JSON.parse(request.responseText) as SpaceImportView)
    })
    request.send(file)
  })
}
