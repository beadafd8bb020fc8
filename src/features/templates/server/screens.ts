import { createElement as h } from 'react'
import { endpointKey } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { firstValue, handleScreen, screenFrame } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { spaceFrame, spaceTree } from '#features/content/server/index.ts'
import { requireSpace, spacePath } from '#features/spaces/server/index.ts'
import { templateForm } from '../contract.ts'
import { ENTER_VARIABLES_PATH } from '../shared.ts'
import { formOf } from './form.ts'

/** Screens that begin a page from a template or blueprint. */
export function templateScreens(app: App): void {
  handleScreen(app, ENTER_VARIABLES_PATH, 'Create a page from a template', async ({ ctx, query }) => {
    if (ctx.viewer.userId === null) throw forbidden('Sign in to create content')
    const required = (name: string) => {
      const value = firstValue(query[name])
      if (!value) throw badRequest('is required', { field: name, forPrograms: true })
      return value
    }
    const templateId = required('templateId')
    const space = await requireSpace(ctx, required('spaceKey'))
    const form = await formOf(ctx, templateId)
    const tree = await spaceTree(ctx, space, undefined)
    const { t } = readerOf(ctx)
    const { sidebar, queries } = spaceFrame(ctx, tree)
    return {
      title: `${form.name} - ${space.name}`,
      noscript: screenFrame(
        ctx,
        { title: form.name, breadcrumbs: [{ label: space.name, href: spacePath(space) }] },
        h('p', null, t('Creating a page from a template needs script.')),
      ),
      sidebar,
      queries: [{ key: endpointKey(templateForm, { params: { templateId } }), data: form }, ...queries],
    }
  })
}
