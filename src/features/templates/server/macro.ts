import { defineMacro, h, referenceOf, type MacroInvocation } from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content/server/index.ts'
import { findSpace } from '#features/spaces/server/index.ts'
import { createFromTemplateButton } from './button.ts'

const name = { type: 'string', maxLength: 300 } as const

/** `create-from-template`: a button that begins a page from a template or blueprint. */
export const createFromTemplate = defineMacro({
  name: 'create-from-template',
  body: 'none',
  output: 'inline',
  parameters: {
    templateId: name,
    templateName: name,
    contentBlueprintId: name,
    blueprintModuleCompleteKey: name,
    buttonLabel: { type: 'string', maxLength: 300, aliases: ['createButtonLabel'] },
    title: name,
  },
  async render(call, context) {
    // Permissions to create, and the list of templates, change without the page.
    context.depends.perUser()
    context.depends.volatile()
    const { mode, page } = context
    // A page that is printed or sent has no button.
    if (mode !== 'view' && mode !== 'preview') return call.root('span', {})
    const ctx = contextOf(context)
    const space = await findSpace(ctx, spaceKeyOf(call.invocation) || page.spaceKey)
    const { buttonLabel: label, title, ...target } = call.parameters
    const button =
      space && (await createFromTemplateButton(ctx, target, { space, label, title, url: path => context.url(path) }))
    return call.root(
      'span',
      {},
      button ??
        h('span', { class: 'error', role: 'note' }, readerOf(ctx).t('The template of this button does not exist.')),
    )
  },
})

function spaceKeyOf({ resources, parameters }: MacroInvocation): string {
  const resource = resources['spaceKey']
  const reference = resource && referenceOf(resource)
  return (reference?.kind === 'space' ? reference.spaceKey : (parameters['spaceKey'] ?? '')).trim()
}
