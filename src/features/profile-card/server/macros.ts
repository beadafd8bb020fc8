import { defineMacro, h, type Html, type RenderContext } from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { mayViewProfile, personLink, personNamed, pictureUrl, profilePath } from '#features/accounts/server/index.ts'
import { contextOf } from '#features/content-core/server/render.ts'

const PICTURE_PX = 48

/** `profile`: the picture and the name of a person, which lead to the profile. */
export const profileMacro = defineMacro({
  name: 'profile',
  title: 'User profile',
  description: 'The picture and name of a user, with a link to the profile.',
  category: 'communication',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: { user: { type: 'user', label: 'User', required: true, aliases: ['', 'username'], maxLength: 255 } },
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const account = await personNamed(ctx.app, call.invocation, call.parameters.user)
    if (!account) return call.root('div', { class: 'error', role: 'note' }, unknown(context))
    return call.root(
      'div',
      { class: 'profile-macro' },
      h('img', { class: 'userLogo', src: context.url(pictureUrl(account)), alt: '', ...size(PICTURE_PX) }),
      ' ',
      personLink(ctx, account, path => context.url(path)),
    )
  },
})

/** `profile-picture`: the picture of a person alone. */
export const profilePicture = defineMacro({
  name: 'profile-picture',
  title: 'Profile picture',
  description: 'The picture of a user.',
  category: 'communication',
  body: 'none',
  lists: true,
  output: 'inline',
  parameters: {
    User: { type: 'user', label: 'User', required: true, aliases: ['', 'user', 'username'], maxLength: 255 },
  },
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const account = await personNamed(ctx.app, call.invocation, call.parameters.User)
    if (!account) return call.root('span', { class: 'error' }, unknown(context))
    const picture = h('img', {
      class: 'userLogo',
      src: context.url(pictureUrl(account)),
      alt: account.display_name,
      ...size(PICTURE_PX),
    })
    if (account.deleted_at !== null || !mayViewProfile(ctx, account)) return call.root('span', {}, picture)
    const { username } = account
    const link = { class: 'confluence-userlink', 'data-username': username, href: context.url(profilePath(username)) }
    return call.root('span', {}, h('a', link, picture))
  },
})

const size = (px: number) => ({ width: px, height: px })

function unknown(context: RenderContext): Html | string {
  return readerOf(contextOf(context)).t('The user could not be found.')
}
