import type { App } from '#platform/server/app.ts'
import { pictureAnswer } from '#platform/server/blobs/answer.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { getLogo, removeLogo, setLogo, spaceIcon } from '../../contract.ts'
import { updateSpace } from '../life/update.ts'
import { iconsOf, logoFile, setNameAndLogo } from '../logo.ts'
import { mayInSpace } from '../permissions.ts'
import { requireAdministeredSpace } from '../policies.ts'
import { spacesById } from '../store.ts'

/** Two sheets in a folder, quiet enough to be beside any name. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48"><rect width="48" height="48" rx="8" fill="#6b655d"/>' +
  '<path d="M12 17a3 3 0 0 1 3-3h6l3 4h9a3 3 0 0 1 3 3v11a3 3 0 0 1-3 3H15a3 3 0 0 1-3-3z" fill="#f7f6f3"/>' +
  '<path d="M17 24h14M17 29h9" stroke="#6b655d" stroke-width="2" stroke-linecap="round"/></svg>'

const INERT = { 'content-security-policy': "default-src 'none'; sandbox" }

/** Pictures of spaces: users who may see a space see its logo, its administrators change it. */
export function logoRoutes(app: App): void {
  // The same for all, so anybody may have it.
  app.http.handle(
    spaceIcon,
    () => new Answer(200, { 'content-type': 'image/svg+xml', ...INERT, 'cache-control': 'public, max-age=86400' }, SVG),
  )

  app.http.handle(getLogo, async ({ ctx, params, request }) => {
    const space = (await spacesById(app, [params.id])).get(params.id)
    const sha256 = space?.logo_sha256
    const seen = space && (await mayInSpace(app, ctx.viewer, space.id, 'read:space'))
    if (!sha256 || !seen || params.file !== logoFile(sha256)) throw notFound('No logo found', { forPrograms: true })
    return pictureAnswer(app, request, sha256, {
      'content-type': 'image/webp',
      ...INERT,
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })

  app.http.handle(setLogo, async ({ ctx, body }) => {
    const space = await requireAdministeredSpace(ctx, body.spaceKey)
    const updated = await setNameAndLogo(ctx, space, {
      name: body.spaceName || undefined,
      dataUri: body.logoDataURI || undefined,
    })
    const [icon] = await iconsOf(app, [updated])
    return { logoDownloadPath: icon?.path ?? '', name: updated.name }
  })

  app.http.handle(removeLogo, async ({ ctx, params }) => {
    await updateSpace(ctx, await requireAdministeredSpace(ctx, params.key), { logo: null })
  })
}
