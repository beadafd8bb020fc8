import { defineMacro, h } from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { findSpace } from '#features/spaces/server/index.ts'
import { MEETING_NOTES_KEY } from '../shared.ts'
import { createFromTemplateButton } from './button.ts'

/** `create-from-template`: a button that begins a page from a template or blueprint. */
export const createFromTemplate = defineMacro({
  name: 'create-from-template',
  title: 'Create from template',
  description: 'A button that creates a page from a template or blueprint.',
  category: 'confluence-content',
  insert: {
    keywords: 'button blueprint meeting notes',
    parameters: { blueprintModuleCompleteKey: MEETING_NOTES_KEY },
  },
  body: 'none',
  output: 'inline',
  parameters: {
    templateId: { type: 'text', label: 'Id of the template', maxLength: 300 },
    templateName: { type: 'text', label: 'Name of the template', maxLength: 300 },
    contentBlueprintId: { type: 'text', label: 'Id of the blueprint', maxLength: 300 },
    blueprintModuleCompleteKey: { type: 'text', label: 'Key of the blueprint', maxLength: 300 },
    buttonLabel: { type: 'text', label: 'Label of the button', maxLength: 300, aliases: ['createButtonLabel'] },
    title: { type: 'text', label: 'Title of the page', maxLength: 300 },
    spaceKey: { type: 'space', label: 'Space', help: 'Key. Default: this space.' },
  },
  async render(call, context) {
    // Permissions to create, and the list of templates, change without the page.
    context.depends.perUser()
    context.depends.volatile()
    const { mode, page } = context
    // A page that is printed or sent has no button.
    if (mode !== 'view' && mode !== 'preview') return call.root('span', {})
    const ctx = contextOf(context)
    const { buttonLabel: label, title, spaceKey, ...target } = call.parameters
    const space = await findSpace(ctx, spaceKey?.trim() || page.spaceKey)
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
