import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import { pictureAnswer } from '#platform/server/blobs/answer.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, HttpError, notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import * as contract from '../../contract.ts'
import { MAX_AVATAR_BYTES } from '../../shared.ts'
import { nameKey } from '../names.ts'
import { requireUse, requireUser } from '../policies.ts'
import type { Authenticator } from '../sign-in/authentication.ts'
import { requireAccount } from '../users/accounts.ts'
import { findAccount } from '../users/store.ts'
import { updateAccount } from '../users/changes.ts'
import { pictureUrl } from '../users/people.ts'
import type { Account } from '../viewer.ts'
import { clearAvatar, setAvatar } from './avatars.ts'
import { DEFAULT_PICTURE_SVG, initialsSvg } from './initials.ts'

/** The address changes with the picture, so browsers keep it. Not shared caches: who may use the wiki may see it. */
const FOR_EVER = { 'cache-control': 'private, max-age=31536000, immutable' }
/** The file can do nothing in our origin, regardless of its content. */
const INERT = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' }
const SVG = { 'content-type': 'image/svg+xml', ...INERT }

/** The own profile, and pictures of users. */
export function profileRoutes(app: App, authenticator: Authenticator): void {
  const { http } = app

  http.handle(contract.getProfile, async ({ ctx }) => ownProfile(await self(ctx)))

  http.handle(contract.updateProfile, async ({ ctx, body, request }) => {
    const account = await self(ctx)
    await confirmEmailChange(ctx, authenticator, request, account, body)
    const { password: _, ...changes } = body
    return ownProfile(await updateAccount(app, account, changes, account.id))
  })

  http.handle(contract.updateCurrentUser, async ({ ctx, body, request }) => {
    const account = await self(ctx)
    await confirmEmailChange(ctx, authenticator, request, account, body)
    await updateAccount(app, account, { displayName: body.fullName, email: body.email }, account.id)
  })

  http.handle(contract.uploadAvatar, async ({ ctx, request }) => {
    const account = await self(ctx)
    return ownProfile(await setAvatar(app, account, await readFile(request), account.id))
  })

  http.handle(contract.removeAvatar, async ({ ctx }) => {
    const account = await self(ctx)
    return ownProfile(await clearAvatar(app, account, account.id))
  })

  http.handle(contract.getAvatar, async ({ ctx, params, request }) => {
    requireUse(ctx)
    const account = await findAccount(app, { userKey: params.userKey })
    const sha256 = params.size === '48' ? account?.avatar_small_sha256 : account?.avatar_sha256
    if (!account?.avatar_sha256 || !sha256 || params.file !== `${account.avatar_sha256.slice(0, 16)}.webp`) {
      throw notFound('No picture found', { forPrograms: true })
    }
    return pictureAnswer(app, request, sha256, { 'content-type': 'image/webp', ...INERT, ...FOR_EVER })
  })

  http.handle(contract.getInitials, async ({ ctx, params }) => {
    requireUse(ctx)
    const account = await requireAccount(app, params)
    return new Answer(
      200,
      { ...SVG, 'cache-control': 'private, max-age=3600' },
      initialsSvg(account.user_key, account.display_name),
    )
  })

  http.handle(contract.getDefaultPicture, ({ params }) => {
    if (params.file !== 'default.svg' && params.file !== 'add_profile_pic.svg')
      throw notFound('No picture found', {
        forPrograms: true,
      })
    return new Answer(200, { ...SVG, 'cache-control': 'public, max-age=86400' }, DEFAULT_PICTURE_SVG)
  })
}

async function self(ctx: Context): Promise<Account> {
  return requireAccount(ctx.app, { id: requireUser(ctx) })
}

/**
 * The owner of the e-mail address can have a new password sent there: changing it takes the password, unless this very
 * request bore it.
 * @throws HttpError 403
 */
async function confirmEmailChange(
  ctx: Context,
  authenticator: Authenticator,
  request: FastifyRequest,
  account: Account,
  body: { email?: string | undefined; password?: string | undefined },
): Promise<void> {
  if (body.email === undefined || nameKey(body.email) === account.email_key || ctx.authentication.method === 'basic')
    return
  const right =
    body.password === undefined
      ? undefined
      : await authenticator.checkPassword(account.username, body.password, request.ip)
  if (right?.id !== account.id) throw new HttpError(403, 'Give your current password to change the e-mail address')
}

/** The profile as its user sees and changes it. */
export function ownProfile(account: Account): contract.OwnProfile {
  return {
    userKey: account.user_key,
    username: account.username,
    displayName: account.display_name,
    email: account.email,
    about: account.about,
    locale: account.locale,
    timeZone: account.time_zone,
    avatarUrl: pictureUrl(account, 256),
    hasAvatar: account.avatar_sha256 !== null,
  }
}

/** The part `file` of a multipart post. @throws HttpError 400 when there is none, 413 when it is too large */
async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart())
    throw badRequest('send the picture as multipart/form-data in a part named file', {
      field: 'body',
      forPrograms: true,
    })
  const part: MultipartFile | undefined = await request.file({
    limits: { fileSize: MAX_AVATAR_BYTES, files: 1, fields: 10 },
  })
  if (!part) throw badRequest('a part named file is needed', { field: 'body', forPrograms: true })
  const bytes = await part.toBuffer()
  if (part.file.truncated) {
    throw new HttpError(413, 'must be at most {{most}} MB', {
      field: 'file',
      values: { most: MAX_AVATAR_BYTES / 1024 / 1024 },
    })
  }
  return bytes
}
