// Every code block in the README and in docs/ is run, or held against what it is a piece of.
import { describe, test } from 'vitest';
import { inOwnFolder } from '../cli/in-process.js';
import { blocksOf, pages } from './markdown.js';
import { runBlocks } from './run-blocks.js';

describe('the blocks of', () => {
  inOwnFolder();

  const withBlocks = pages().filter((page) => blocksOf(page).length > 0);

  test.each(withBlocks)('%s do what the page says', async (page) => {
    await runBlocks(page, blocksOf(page));
  });
});
