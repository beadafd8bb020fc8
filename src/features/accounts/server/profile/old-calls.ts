import type { App } from '#platform/server/app.ts'
import { forbidden } from '#platform/server/http/errors.ts'
import { requireProvenGet } from '#platform/server/http/xsrf.ts'
import * as contract from '../../contract.ts'
import { requireUser } from '../policies.ts'
import { requireElevatedAdministrator } from '../sign-in/elevation.ts'
import { requireAccount } from '../users/accounts.ts'
import { avatarUrl, pictureUrl, profilePath } from '../users/people.ts'
import { publicProfile, visibleUser } from '../users/routes.ts'
import { clearAvatar } from './avatars.ts'

/** Calls about profiles that clients of the old product make. */
export function oldProfileCalls(app: App): void {
  const { http } = app

  http.handle(contract.getMobileProfile, async ({ ctx, params }) => {
    const account = await visibleUser(ctx, params)
    const { username, displayName, about, email } = publicProfile(ctx, account)
    return {
      userName: username,
      fullName: displayName,
      about,
      avatarUrl: pictureUrl(account),
      url: profilePath(username),
      anonymous: false as const,
      unknownUser: false as const,
      ...(email !== undefined && { email }),
    }
  })

  http.handle(contract.setDefaultAvatar, async ({ ctx, params, request }) => {
    const actorId = requireUser(ctx)
    requireProvenGet(request)
    if (ctx.viewer.userKey !== params.userKey) {
      if (!ctx.viewer.isAdmin) throw forbidden('You may only remove your own picture', { forPrograms: true })
      await requireElevatedAdministrator(ctx)
    }
    const account = await requireAccount(app, params)
    return { avatarUrl: avatarUrl(account.avatar_sha256 === null ? account : await clearAvatar(app, account, actorId)) }
  })
}
