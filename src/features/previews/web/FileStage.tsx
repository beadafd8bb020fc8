import FileQuestion from 'lucide-react/icons/file-question-mark'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import type { PreviewFile } from '../contract.ts'
import { PinnedPicture } from './comments/PinnedPicture.tsx'
import type { Pinning } from './comments/usePinning.ts'
import { isTooLarge } from './too-large.ts'
import css from './Previewer.module.css'
import type { Zoom } from './useZoom.ts'

const PdfStage = lazy(() => import('./PdfStage.tsx'))
const ConvertedStage = lazy(() => import('./ConvertedStage.tsx'))

interface Pins extends Pinning {
  /** Whether a click on the picture begins a comment. */
  isOpen: boolean
}

export interface FileStageProps {
  file: PreviewFile | undefined
  zoom: Zoom
  /** Pins of comments over a picture; absent where the previewer shows none. */
  pins: Pins | undefined
  isLoading: boolean
  /** Why the list of files could not be read. */
  error: Error | null
}

/** The shown file, by its kind. */
export function FileStage({ file, zoom, pins, isLoading, error }: FileStageProps) {
  if (file)
    return (
      <Suspense fallback={<Waiting />}>
        <OneFile file={file} zoom={zoom} pins={pins} />
      </Suspense>
    )
  if (isLoading && !error) return <Waiting />
  return <NoPreview why={error?.message ?? t('This file is not on the page any more')} />
}

function OneFile({ file, zoom, pins }: { file: PreviewFile; zoom: Zoom; pins: Pins | undefined }) {
  const [failed, setFailed] = useState<string>()
  if (failed !== undefined) return <NoPreview file={file} why={failed} />
  switch (file.kind) {
    case 'picture':
      return <Picture file={file} zoom={zoom} pins={pins} onFail={setFailed} />
    case 'video':
    case 'audio':
      return <Media file={file} onFail={setFailed} />
    case 'pdf':
      return <PdfStage file={file} zoom={zoom} onFail={setFailed} />
    case null:
      return <NoPreview file={file} why={t('There is no preview of this kind of file')} />
    default:
      return <ConvertedStage file={file} zoom={zoom} onFail={setFailed} />
  }
}

/** Props of a stage; `onFail` takes the reason for people. */
export interface StageProps {
  file: PreviewFile
  zoom: Zoom
  onFail: (why: string) => void
}

function Picture({ file, zoom: { factor }, pins, onFail }: StageProps & { pins: Pins | undefined }) {
  if (isTooLarge(file)) return <NoPreview file={file} why={t('This picture is too large to be shown')} />
  const picture = (
    <img
      className={css.picture}
      src={file.downloadUrl}
      alt={file.name}
      draggable={false}
      data-zoomed={factor === 1 ? undefined : ''}
      style={{ '--zoom': factor }}
      onError={() => onFail(t('This file cannot be shown'))}
    />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys, so it must take the focus
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('Picture')}>
      {pins ? (
        <PinnedPicture file={file} pinning={pins} isOpen={pins.isOpen}>
          {picture}
        </PinnedPicture>
      ) : (
        picture
      )}
    </div>
  )
}

function Media({ file, onFail }: Omit<StageProps, 'zoom'>) {
  const fail = () => onFail(t('This browser cannot play the file'))
  if (file.kind === 'audio')
    return (
      <div className={css.centre}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what was attached has none */}
        <audio className={css.audio} src={file.downloadUrl} controls aria-label={file.name} onError={fail} />
      </div>
    )
  return (
    <div className={css.centre}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what was attached has none */}
      <video className={css.video} src={file.downloadUrl} controls aria-label={file.name} onError={fail} />
    </div>
  )
}

function Waiting() {
  return (
    <div className={css.centre}>
      <Spinner label={t('Loading the preview…')} />
    </div>
  )
}

/** In the place of a file that is not shown. */
function NoPreview({ file, why }: { file?: PreviewFile; why: string }) {
  return (
    <div className={css.centre} role="status">
      <EmptyState icon={<FileQuestion size={20} />} title={why}>
        {file && (
          <Button onPress={() => location.assign(`${file.downloadUrl}&download=true`)}>
            {t('Download {{name}}', { name: file.name })}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
