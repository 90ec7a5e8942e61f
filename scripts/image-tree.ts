/**
 * `npm run image-tree -- FOLDER`: executes deploy/Dockerfile without a container engine, to check it where none is
 * available. `/calends` of the image is created as FOLDER/calends with the Node of this machine instead of the base image.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = dirname(import.meta.dirname)

export type Instruction = readonly [name: string, argument: string]

/**
 * The instructions of each stage as `[name, argument]`. Of the syntax of Dockerfiles it reads comments and one instruction
 * per line.
 */
export function readStages(): readonly (readonly Instruction[])[] {
  const lines = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8').split('\n')
  const stages: Instruction[][] = []
  for (const line of lines) {
    if (line === '' || line.startsWith('#')) continue
    const name = line.slice(0, line.indexOf(' '))
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push([name, line.slice(name.length + 1)])
  }
  return stages
}

/** Runs the build stage below the folder. Throws for an instruction that it does not support. */
export function buildTree(folder: string): void {
  const [build = []] = readStages()
  let workingFolder = folder
  for (const [name, argument] of build) {
    if (name === 'FROM') continue
    if (name === 'WORKDIR') {
      workingFolder = join(folder, argument)
      mkdirSync(workingFolder, { recursive: true })
    } else if (name === 'COPY') copy(argument.split(' '), workingFolder)
    else if (name === 'RUN') execFileSync('sh', ['-c', argument], { cwd: workingFolder, stdio: 'inherit' })
    else throw new Error(`deploy/Dockerfile: ${name} is not supported here`)
  }
}

/** Copies into a folder that ends with `/`, or else creates a copy with the name of the target. */
function copy(words: readonly string[], workingFolder: string): void {
  const target = words.at(-1) ?? ''
  for (const source of words.slice(0, -1)) {
    const path = target.endsWith('/') ? join(target, basename(source)) : target
    const filter = (name: string) => basename(name) !== 'node_modules'
    cpSync(join(root, source), join(workingFolder, path), { recursive: true, filter })
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('npm run image-tree -- FOLDER')
  buildTree(resolve(folder))
}
