// Writes THIRD_PARTY_NOTICES.md: the licence of every package that is part of the built app, according to the bundler's list of
// modules, and of everything shipped besides the bundles.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { build as buildApp } from 'electron-vite'
import { build as buildCommandLine } from 'vite'
import { nativePackages } from './build-targets.mjs'
import { inProject, projectFolder } from './setup/project.mjs'

/** Native packages, which stay outside the bundles, with the compiled parts that they load. */
const besideTheBundles = nativePackages.filter((name) => existsSync(inProject('node_modules', name)))
const compiledParts = ['@libsql/linux-x64-gnu', '@neon-rs/load', 'detect-libc', 'node-gyp-build']

/** Packages of the voice worker, a bundle of its own whose modules the bundler does not list here. */
const inWorkers = ['@ricky0123/vad-web', 'onnxruntime-web', 'onnxruntime-common']

const mit = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/** Licences of works that are in a package without their text. */
const textsOfWorks = {
  '@ricky0123/vad-web': [
    `Of this package Parley ships the Silero VAD model (silero_vad_v6.onnx) alone, under this licence:\n\n${mit('2020-present Silero Team')}`,
  ],
  'onnxruntime-web': [mit('Microsoft Corporation')],
  'onnxruntime-common': [mit('Microsoft Corporation')],
}

/** The folder of the package that a module belongs to, or null for our own modules. */
function packageFolderOf(moduleId) {
  const match = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId.replaceAll('\\', '/').replace(/^\0/, ''))
  return match === null ? null : match[1]
}

/** Builds once without writing, and collects the folders of all packages in the bundles. */
async function bundledPackageFolders() {
  const folders = new Set()
  const collector = {
    name: 'parley:notices',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        for (const id of file.type === 'chunk' ? file.moduleIds : []) {
          const folder = packageFolderOf(id)
          if (folder !== null) folders.add(folder)
        }
      }
    },
  }
  await buildApp({ root: projectFolder, logLevel: 'warn', plugins: [collector] })
  await buildCommandLine({ root: projectFolder, configFile: inProject('vite.cli.config.ts'), logLevel: 'warn', plugins: [collector] })
  return folders
}

function describePackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file) && !/\.(js|ts)$/.test(file))
  const own = files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8').trim())
  const texts = own.length > 0 ? own : (textsOfWorks[name] ?? [])
  return { name, version, license: typeof license === 'string' ? license : 'see below', texts }
}

const section = ({ name, version, license, texts }) => {
  const text =
    texts.length === 0
      ? [`Published under ${license}; the package carries no licence file.`]
      : texts.map((words) => `\`\`\`text\n${words}\n\`\`\``)
  return [`## ${name} ${version}`, `Licence: ${license}`, ...text].join('\n\n')
}

const folders = await bundledPackageFolders()
for (const name of [...besideTheBundles, ...compiledParts, ...inWorkers]) {
  if (existsSync(inProject('node_modules', name))) folders.add(inProject('node_modules', name))
}
const packages = [...folders]
  .map(describePackage)
  .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'))
const unique = packages.filter(
  ({ name, version }, index) => index === packages.findIndex((other) => other.name === name && other.version === version),
)
const head = `# Third-party notices

Parley ships the work of others, with thanks. This file is made by \`npm run notices\` from the packages of which something is in the
built app. Electron's own licence, and those of Chromium and Node.js inside it, lie beside its executable (\`LICENSE\`,
\`LICENSES.chromium.html\`). The spoken parts of the bundled recordings were made with eSpeak NG and are part of Parley.

The weather of Brno that Parley tells where it can't reach the service is an answer of [Open-Meteo](https://open-meteo.com/),
recorded for Brno on 1 October 2026 and published under
[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/). Its times are written as local times when it is read.
`
writeFileSync(inProject('THIRD_PARTY_NOTICES.md'), `${[head.trim(), ...unique.map(section)].join('\n\n')}\n`)
process.stdout.write(`THIRD_PARTY_NOTICES.md: ${unique.length} packages\n`)
