import type { App } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireAdministeredSpace } from '#features/spaces/server/index.ts'
import * as contract from '../contract.ts'
import { isConnected, sendTest } from './deliver.ts'
import { addRoom, changeRoom, removeRoom } from './service.ts'
import { chatHosts, chatService, hostsOf } from './settings.ts'
import { requireRoom, roomsOf } from './store.ts'
import { roomView } from './wire.ts'

/** Calls for space administrators about the chat rooms of their space. */
export function chatRoutes(app: App): void {
  const { http, settings, database } = app
  http.handle(contract.listChatRooms, async ({ ctx, params }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    return {
      service: settings.get(chatService),
      hosts: isConnected(app) ? hostsOf(settings.get(chatHosts)) : [],
      rooms: (await roomsOf(database.read, space.id)).map(roomView),
    }
  })
  http.handle(contract.createChatRoom, async ({ ctx, params, body }) =>
    roomView(await addRoom(ctx, await requireAdministeredSpace(ctx, params.key), body)),
  )
  http.handle(contract.updateChatRoom, async ({ ctx, params, body }) =>
    roomView(await changeRoom(ctx, await requireAdministeredSpace(ctx, params.key), params.roomId, body)),
  )
  http.handle(contract.deleteChatRoom, async ({ ctx, params }) => {
    await removeRoom(ctx, await requireAdministeredSpace(ctx, params.key), params.roomId)
    return Answer.empty()
  })
  http.handle(contract.testChatRoom, async ({ ctx, params, request }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    return sendTest(app, await requireRoom(database.read, space.id, params.roomId), request.id)
  })
}
