import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { MechtrialError } from '../../core/errors.js';

/** The browser that makes pictures is missing or failed. Codes: `no_chromium`, `chromium_failed`. */
export class BrowserError extends MechtrialError {}

/** Flags for a browser without a window, a network or a memory; WebGL in software where there is no graphics card. */
const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--enable-unsafe-swiftshader',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-extensions',
  '--hide-scrollbars',
];

/** How long a page may take [ms]. */
const PATIENCE_MS = 120_000;

interface Reply {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/**
 * A running Chromium, spoken to over its debugging pipe (Chrome DevTools Protocol: one JSON text per message, ended by a
 * zero byte, on file descriptors 3 and 4). A driver library would be many megabytes for the four calls that are needed.
 */
export class Chromium {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>();
  #nextId = 1;
  #heard = '';
  #complaint = '';

  /** @param executable  a Chromium, as `findChromium` names it */
  constructor(executable: string) {
    this.#profile = mkdtempSync(join(tmpdir(), 'mechtrial-chromium-'));
    const isRoot = process.getuid?.() === 0; // the sandbox of Chromium does not run as root
    const args = [...FLAGS, ...(isRoot ? ['--no-sandbox'] : []), `--user-data-dir=${this.#profile}`, 'about:blank'];
    this.#process = spawn(executable, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
    this.#process.on('error', (error) => this.#fail(`it cannot be started: ${error.message}`));
    this.#process.on('exit', (code) => this.#fail(`it ended with code ${code}${this.#complaint}`));
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.#complaint = `: ${chunk.toString().trim().slice(-300)}`;
    });
    const [, , , input, output] = this.#process.stdio as [null, null, null, Writable, Readable];
    input.on('error', () => {}); // told by 'exit'
    output.setEncoding('utf8');
    output.on('data', (text: string) => this.#hear(text));
  }

  /** Opens a page of the given size [px] and waits until it is there. Returns how to run code in it. */
  async open(url: string, widthPx: number, heightPx: number): Promise<(expression: string) => Promise<unknown>> {
    const { targetId } = await this.#call('Target.createTarget', { url });
    const { sessionId } = await this.#call('Target.attachToTarget', { targetId, flatten: true });
    const screen = { width: widthPx, height: heightPx, deviceScaleFactor: 1, mobile: false };
    await this.#call('Emulation.setDeviceMetricsOverride', screen, sessionId as string);
    const evaluate = async (expression: string) => {
      const answer = await this.#call(
        'Runtime.evaluate',
        { expression, awaitPromise: true, returnByValue: true },
        sessionId as string,
      );
      const { result, exceptionDetails } = answer as {
        result: { value: unknown };
        exceptionDetails?: { text: string; exception?: { description?: string } };
      };
      if (exceptionDetails === undefined) return result.value;
      throw failed(`the page failed: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    };
    await untilLoaded(evaluate);
    return evaluate;
  }

  /** Ends the browser and removes what it left. */
  async close(): Promise<void> {
    const isOver = new Promise((over) => this.#process.once('exit', over));
    if (this.#process.exitCode === null && this.#process.kill('SIGKILL')) await isOver;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  #call(method: string, params: object, sessionId?: string): Promise<Readonly<Record<string, unknown>>> {
    const id = this.#nextId++;
    const input = this.#process.stdio[3] as Writable;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#fail(`${method} took longer than ${PATIENCE_MS / 1e3} s`), PATIENCE_MS);
      const done = (act: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        act();
      };
      this.#waiting.set(id, {
        resolve: ({ result, error }) =>
          done(() => (error === undefined ? resolve(result ?? {}) : reject(failed(`${method}: ${error.message}`)))),
        reject: (error) => done(() => reject(error)),
      });
      if (this.#process.exitCode !== null) this.#fail(`it has ended${this.#complaint}`);
      else
        input.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`);
    });
  }

  #hear(text: string): void {
    const messages = (this.#heard + text).split('\0');
    this.#heard = messages.pop() ?? '';
    for (const message of messages) {
      const reply = JSON.parse(message) as Reply;
      if (reply.id !== undefined) this.#waiting.get(reply.id)?.resolve(reply);
    }
  }

  #fail(why: string): void {
    for (const { reject } of [...this.#waiting.values()]) reject(failed(why));
  }
}

/** A new target is a complete empty page first, and code that runs in it is lost when the real one takes its place. */
async function untilLoaded(evaluate: (expression: string) => Promise<unknown>): Promise<void> {
  const isThere = `location.href !== 'about:blank' && document.readyState === 'complete'`;
  const endMs = Date.now() + PATIENCE_MS;
  while ((await evaluate(isThere).catch(() => false)) !== true) {
    if (Date.now() > endMs) throw failed(`the page took longer than ${PATIENCE_MS / 1e3} s to load`);
    await new Promise((later) => setTimeout(later, 20));
  }
}

const failed = (why: string): BrowserError =>
  new BrowserError([
    {
      code: 'chromium_failed',
      path: [],
      message: `Chromium made no picture: ${why}`,
      fix: 'Run the command again; name another Chromium or Chrome with MECHTRIAL_CHROMIUM, or open the replay in a browser.',
    },
  ]);
