import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { Button, LinkButton } from '#platform/web/ui/Button.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { createPersonalSpaceCall, listSpaces, spaceDirectory } from '../contract.ts'

/** Creates the user's personal space; key and name are derived. */
export function CreatePersonalSpace() {
  const invalidate = useInvalidate()
  const create = useAction(async () => {
    try {
      const space = await call(createPersonalSpaceCall, { body: {} })
      await invalidate(spaceDirectory, listSpaces)
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

/** Profile link to the user's space, or the offer to create one's own. */
export default function PersonalSpaceOf({ username, isSelf }: { username: string; isSelf: boolean }) {
  const spaces = useEndpoint(listSpaces, { query: { spaceKey: `~${username}`, limit: 1 } })
  const [space] = spaces.data?.results ?? []
  // Offered only without a personal space.
  const directory = useEndpoint(
    spaceDirectory,
    { query: { type: 'personal', limit: 1 } },
    { enabled: isSelf && spaces.data !== undefined && !space },
  )
  if (space) return <LinkButton href={space._links.webui}>{t('Personal space')}</LinkButton>
  return directory.data?.permissions.createPersonalSpace ? <CreatePersonalSpace /> : null
}
