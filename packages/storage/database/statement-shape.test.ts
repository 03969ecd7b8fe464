// Statements and parameters of a SQL text, counted as SQLite counts them.
import { describe, expect, it } from 'vitest';
import { statementShape } from './statement-shape.ts';

describe('the shape of a SQL text', () => {
  it.each([
    ['select 1', 1, 0],
    ['select ?, ?', 1, 2],
    ['select ?2, ?', 1, 3],
    ['select ?1, ?1', 1, 1],
    ["select '?;' , ? -- ; ?\n", 1, 1],
    ["select 'it''s ?', \"a?\", `b?`, [c?], ? /* ; ? */", 1, 1],
    ['select 1;', 1, 0],
    ['select 1; -- the end', 1, 0],
    ['select 1; select ?', 2, 1],
    [';;', 0, 0],
    ['-- nothing', 0, 0],
    ['/* not closed', 0, 0],
    ["select x'3f', a$b from t where c=?", 1, 1],
    ['select "größe?" from t where a->>? = ?', 1, 2],
    ['create trigger t after insert on a begin delete from b; select ?; end', 1, 1],
    ['create temp trigger t after insert on a begin delete from b; end; select 1', 2, 0],
  ])('%s', (sql, statements, parameters) => {
    expect(statementShape(sql)).toEqual({ statements, parameters, named: undefined });
  });

  it.each([':code', '@code', '$code'])('names the parameter %s', (named) => {
    expect(statementShape(`select ${named}`).named).toBe(named);
  });
});
