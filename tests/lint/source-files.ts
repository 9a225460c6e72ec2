import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectFolder } from './planted-project'

export interface SourceFile {
  /** Path from the project's folder, with slashes. */
  readonly place: string
  readonly text: string
}

/**
 * The files under `folders` that are in the repository or untracked (without ignored ones), with one of these endings.
 */
export function sourceFiles(folders: readonly string[], endings = /\.(ts|tsx|mjs|js|css)$/): readonly SourceFile[] {
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders], {
    cwd: projectFolder,
    encoding: 'utf8',
  })
  const places = listing.split('\n').filter((place) => endings.test(place) && existsSync(path.join(projectFolder, place)))
  return places.map((place) => ({ place, text: readFileSync(path.join(projectFolder, place), 'utf8') }))
}

/** The matches of `pattern`, as `file:line`. */
export function linesWith(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ place, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${place}:${index + 1}`] : [])),
  )
}
