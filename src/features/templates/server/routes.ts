import type { FastifyRequest } from 'fastify'
import type { QueryOf } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import * as contract from '../contract.ts'
import { BLUEPRINTS, findBlueprint } from './blueprints/index.ts'
import { createDraft } from './draft.ts'
import { formOf } from './form.ts'
import { textFromPage } from './from-page.ts'
import { changeTemplate, createTemplate, deleteTemplate, requirePlace, requireTemplate } from './service.ts'
import { templatesOf } from './store.ts'
import { blueprintWire, templateWire } from './wire.ts'

const WHOLE = parseExpand('body')
type ListQuery = QueryOf<typeof contract.listTemplates>

/** The calls of templates: those of the old product at both of their addresses, and beginning a page from one. */
export function templateRoutes(app: App): void {
  changes(app)
  beginning(app)
  const one = async (ctx: Context, id: string) => {
    const blueprint = findBlueprint(id)
    if (!blueprint) return templateWire(ctx, await requireTemplate(ctx, id), WHOLE)
    await requirePlace(ctx, undefined)
    return blueprintWire(ctx, blueprint, WHOLE)
  }
  const pages = async (ctx: Context, query: ListQuery, request: FastifyRequest) => {
    const space = await requirePlace(ctx, query.spaceKey)
    const rows = await templatesOf(app.database.read, space?.id ?? null, query)
    const expand = parseExpand(query.expand)
    return pageOf(
      request,
      app,
      query,
      rows.map(row => templateWire(ctx, { row, space }, expand)),
    )
  }
  const blueprints = async (ctx: Context, query: ListQuery, request: FastifyRequest) => {
    await requirePlace(ctx, query.spaceKey)
    const expand = parseExpand(query.expand)
    const listed = BLUEPRINTS.slice(query.start, query.start + query.limit + 1)
    return pageOf(
      request,
      app,
      query,
      listed.map(blueprint => blueprintWire(ctx, blueprint, expand)),
    )
  }
  const { http } = app
  http.handle(contract.getTemplate, ({ ctx, params }) => one(ctx, params.templateId))
  http.handle(contract.getTemplateExperimental, ({ ctx, params }) => one(ctx, params.templateId))
  http.handle(contract.listTemplates, ({ ctx, query, request }) => pages(ctx, query, request))
  http.handle(contract.listTemplatesExperimental, ({ ctx, query, request }) => pages(ctx, query, request))
  http.handle(contract.listBlueprints, ({ ctx, query, request }) => blueprints(ctx, query, request))
  http.handle(contract.listBlueprintsExperimental, ({ ctx, query, request }) => blueprints(ctx, query, request))
}

function beginning({ http }: App): void {
  http.handle(contract.templateForm, ({ ctx, params }) => formOf(ctx, params.templateId))
  http.handle(contract.templateFromPage, ({ ctx, params }) => textFromPage(ctx, Number(params.id)))
  http.handle(contract.createTemplateDraft, async ({ ctx, body }) => {
    const { row, space, index } = await createDraft(ctx, body)
    return {
      draftId: row.id,
      title: row.title,
      spaceKey: space.key,
      url: `/pages/resumedraft.action?draftId=${row.id}`,
      index: index ? { title: index.title, url: contentPath(index, space.key) } : null,
    }
  })
}

function changes({ http }: App): void {
  const create = async (ctx: Context, input: contract.TemplateInput) =>
    templateWire(ctx, await createTemplate(ctx, input), WHOLE)
  const update = async (ctx: Context, { templateId, ...input }: contract.TemplateInput & { templateId: string }) =>
    templateWire(ctx, await changeTemplate(ctx, templateId, input), WHOLE)
  const remove = async (ctx: Context, id: string) => {
    await deleteTemplate(ctx, id)
    return Answer.empty()
  }
  http.handle(contract.createTemplate, ({ ctx, body }) => create(ctx, body))
  http.handle(contract.createTemplateExperimental, ({ ctx, body }) => create(ctx, body))
  http.handle(contract.updateTemplate, ({ ctx, body }) => update(ctx, body))
  http.handle(contract.updateTemplateExperimental, ({ ctx, body }) => update(ctx, body))
  http.handle(contract.deleteTemplate, ({ ctx, params }) => remove(ctx, params.templateId))
  http.handle(contract.deleteTemplateExperimental, ({ ctx, params }) => remove(ctx, params.templateId))
}
