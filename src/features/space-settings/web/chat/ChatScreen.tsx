import { lazy, Suspense, useState } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { pageData } from '#platform/web/session.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { CreateButton } from '#platform/web/ui/CreateButton.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { Table } from '#platform/web/ui/Table.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { type ChatRoom, listChatRooms, testChatRoom } from '#features/chat/contract.ts'
import { CHAT_PATH, MOST_ROOMS } from '#features/chat/shared.ts'
import { SettingsPage, spaceKeyIn } from '../SettingsPage.tsx'
import { roomColumns, type RoomTask } from './room-columns.tsx'

const RoomDialogs = lazy(() => import('./RoomDialogs.tsx'))

/** Chat rooms that are told of changes in a space. */
export default function ChatScreen({ search }: ScreenProps) {
  const key = spaceKeyIn(search)
  const answer = useEndpoint(listChatRooms, { params: { key } }, { staleTime: 0 })
  return (
    <SettingsPage current={CHAT_PATH} spaceKey={key}>
      {() => (
        <Section
          title={t('Chat rooms')}
          description={t(
            'Rooms in which changes of this space are announced. Pages with a restriction on viewing are never announced.',
          )}
        >
          <Loaded answer={answer} failure={t('The chat rooms could not be read')} skeleton={4}>
            {({ hosts, rooms }) =>
              hosts.length === 0 && rooms.length === 0 ? (
                <NotConnected />
              ) : (
                <Rooms spaceKey={key} hosts={hosts} rooms={rooms} />
              )
            }
          </Loaded>
        </Section>
      )}
    </SettingsPage>
  )
}

/** Says who connects the wiki with a chat service. */
function NotConnected() {
  return (
    <EmptyState title={t('The wiki is not connected with a chat service')}>
      {pageData().user?.isAdmin === true ? (
        <p>
          {t('Enter the hosts of its incoming webhooks first.')} <a href="/admin/settings">{t('General settings')}</a>
        </p>
      ) : (
        <p>
          {t(
            'Ask an administrator of the wiki to enter the hosts of your chat service under Administration → General settings → Chat.',
          )}
        </p>
      )}
    </EmptyState>
  )
}

function Rooms({ spaceKey, hosts, rooms }: { spaceKey: string; hosts: readonly string[]; rooms: readonly ChatRoom[] }) {
  const invalidate = useInvalidate()
  const [task, setTask] = useState<RoomTask>()
  const changed = () => invalidate(listChatRooms)
  const test = useAction(async ({ id }: ChatRoom) => {
    const sent = await call(testChatRoom, { params: { key: spaceKey, roomId: id }, body: {} })
    showToast({
      kind: sent.isDelivered ? 'success' : 'error',
      title: sent.isDelivered ? t('The test message arrived') : t('The test message did not arrive'),
      body: sent.description,
    })
    await changed()
  })
  return (
    <>
      <Toolbar
        actions={
          hosts.length > 0 &&
          rooms.length < MOST_ROOMS && (
            <CreateButton onPress={() => setTask({ kind: 'create' })}>{t('Add a room')}</CreateButton>
          )
        }
      />
      {test.error && <Banner tone="danger" title={test.error.message} />}
      {hosts.length === 0 && (
        <Banner tone="warning" title={t('The wiki is no longer connected with a chat service: no room is told.')} />
      )}
      <Table
        label={t('Chat rooms')}
        rows={rooms}
        rowKey={room => room.id}
        columns={roomColumns(chosen => (chosen.kind === 'test' ? void test.run(chosen.room) : setTask(chosen)))}
        empty={<EmptyState title={t('No room is told of this space yet')} />}
      />
      <Suspense>
        {task && (
          <RoomDialogs
            task={task}
            spaceKey={spaceKey}
            hosts={hosts}
            onChanged={changed}
            onClose={() => setTask(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
