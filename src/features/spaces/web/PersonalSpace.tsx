import { useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { allOf, useEndpoint } from '#platform/web/query.ts'
import { Button, LinkButton } from '#platform/web/ui/Button.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { createPersonalSpaceCall, listSpaces, spaceDirectory } from '../contract.ts'

/** Makes the reader's own space at once: its key and name follow from who they are. */
export function CreatePersonalSpace() {
  const client = useQueryClient()
  const create = useAction(async () => {
    try {
      const space = await call(createPersonalSpaceCall, { body: {} })
      await Promise.all([spaceDirectory, listSpaces].map(endpoint => client.invalidateQueries({ queryKey: allOf(endpoint) })))
      navigateTo(space._links.webui)
    } catch (error) {
      showFailure(t('The personal space could not be created'), error)
    }
  })
  return (
    <Button isPending={create.isPending} onPress={() => void create.run()}>
      {t('Create personal space')}
    </Button>
  )
}

/** In a profile: the way to the user's space, or to one's own first one. */
export default function PersonalSpaceOf({ username, isSelf }: { username: string; isSelf: boolean }) {
  const spaces = useEndpoint(listSpaces, { query: { spaceKey: `~${username}`, limit: 1 } })
  const [space] = spaces.data?.results ?? []
  // Only who has none may be offered to make one.
  const directory = useEndpoint(spaceDirectory, { query: { type: 'personal', limit: 1 } }, { enabled: isSelf && spaces.data !== undefined && !space })
  if (space) return <LinkButton href={space._links.webui}>{t('Personal space')}</LinkButton>
  return directory.data?.permissions.createPersonalSpace ? <CreatePersonalSpace /> : null
}
