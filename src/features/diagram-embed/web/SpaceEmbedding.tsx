import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useSetAnswer } from '#platform/web/query.ts'
import { Switch } from '#platform/web/ui/Choices.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { getSpaceEmbedding, updateSpaceEmbedding } from '../contract.ts'

/** Whether diagrams of a space can be shown elsewhere; nothing where the wiki allows none. */
export default function SpaceEmbedding({ spaceKey }: { spaceKey: string }) {
  const params = { spaceKey }
  const { data } = useEndpoint(getSpaceEmbedding, { params })
  const setAnswer = useSetAnswer(getSpaceEmbedding, { params })
  const change = useAction(async (enabled: boolean) => {
    setAnswer(await call(updateSpaceEmbedding, { params, body: { enabled } }))
  })
  if (!data?.allowed) return null
  return (
    <Section
      title={t('Diagrams elsewhere')}
      description={t('Everyone with a link sees the diagram. Users who can edit the diagram can create one.')}
    >
      <Switch
        isSelected={data.enabled}
        isDisabled={change.isPending}
        onChange={enabled => void change.run(enabled)}
        description={t('Switched off, links to diagrams of this space stop working at once.')}
      >
        {t('Allow links that show diagrams of this space elsewhere')}
      </Switch>
      {change.error && <p role="alert">{change.error.message}</p>}
    </Section>
  )
}
