import { Readable } from 'node:stream'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import { squarePictures } from '#platform/server/pictures.ts'
import { accountsById, pictureUrl } from '#features/accounts/server/index.ts'
import { MAX_LOGO_BYTES, SPACE_ICON_PATH } from '../shared.ts'
import { updateSpace } from './life/update.ts'
import type { Space } from './store.ts'

/** Side of a stored logo in px: the largest that is shown, on a dense screen. */
const LOGO_SIZE = 128

/** The picture of a space as the REST interface shows it. */
export interface SpaceIcon {
  /** Relative to the site. */
  path: string
  width: number
  height: number
  isDefault: boolean
}

/** Pictures of spaces in their order, in one query at most: a personal space shows the picture of its owner. */
export async function iconsOf(app: App, spaces: readonly Space[]): Promise<SpaceIcon[]> {
  const owners = await accountsById(
    app,
    spaces.flatMap(space => (space.type === 'personal' ? [space.owner_id] : [])),
  )
  return spaces.map(space => {
    const owner = space.type === 'personal' && space.owner_id !== null ? owners.get(space.owner_id) : undefined
    if (owner) return icon(pictureUrl(owner), owner.avatar_sha256 === null)
    return space.logo_sha256 === null ? icon(SPACE_ICON_PATH, true) : icon(logoPath(space.id, space.logo_sha256), false)
  })
}

function icon(path: string, isDefault: boolean): SpaceIcon {
  return { path, width: 48, height: 48, isDefault }
}

/** Name of the file under which a logo is served; another logo has another name, so that browsers may keep it. */
export function logoFile(sha256: string): string {
  return `${sha256.slice(0, 16)}.webp`
}

function logoPath(spaceId: number, sha256: string): string {
  return `/images/logo/space/${spaceId}/${logoFile(sha256)}`
}

/**
 * Changes the name and the logo of a space in one transaction. The caller has asked the policy.
 * @param changes.dataUri `data:…;base64,…`; without it the logo stays
 * @throws HttpError 400 for what is no picture, a bad name, or a logo for a personal space; 413 when it is too large
 */
export async function setNameAndLogo(
  ctx: Context,
  space: Space,
  changes: { name: string | undefined; dataUri: string | undefined },
): Promise<Space> {
  if (changes.dataUri === undefined) return updateSpace(ctx, space, { name: changes.name })
  if (space.type === 'personal') {
    throw badRequest('a personal space shows the picture of its owner, who changes it in the profile', {
      field: 'logoDataURI',
    })
  }
  const [square] = await squarePictures(bytesOf(changes.dataUri), 'logoDataURI', [LOGO_SIZE], 'contain')
  const { sha256 } = await ctx.app.blobs.put(Readable.from([square]), { maxSize: MAX_LOGO_BYTES })
  return updateSpace(ctx, space, { name: changes.name, logo: sha256 })
}

function bytesOf(dataUri: string): Buffer {
  const [, encoded] = /^data:image\/[\w.+-]{1,50};base64,([A-Za-z0-9+/=\s]+)$/.exec(dataUri) ?? []
  if (encoded === undefined)
    throw badRequest('must be data:image/…;base64, and a picture in Base64', {
      field: 'logoDataURI',
    })
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length > MAX_LOGO_BYTES)
    throw new HttpError(413, 'must be at most {{most}} MB', {
      field: 'logoDataURI',
      values: { most: MAX_LOGO_BYTES / 1024 / 1024 },
    })
  return bytes
}
