-- Resumes a session and issues its next token. One key holds one chain of tokens, so that this is one step.
-- KEYS  1 session
-- ARGV  1 the secret shown   2 the next secret (both hashed)   3 how long to remember it, s
-- Nothing known: nil. Shown again after its successor was used: the session is over, {'spent', player}.
local found = redis.call('HMGET', KEYS[1], 'player', 'current', 'issued')
local player, current, issued = found[1], found[2], found[3]
if not player then
  return nil
end
if ARGV[1] ~= current then
  if not string.find(issued, ARGV[1], 1, true) then
    redis.call('DEL', KEYS[1])
    return {'spent', player}
  end
  -- The first use of a successor: what it succeeds is spent, and so are its siblings.
  current, issued = ARGV[1], ''
end
-- A welcome can be lost, so there may be several successors; who loses four in a row has the one in use still.
issued = string.sub(ARGV[2] .. ' ' .. issued, 1, 4 * (#ARGV[2] + 1))
redis.call('HSET', KEYS[1], 'current', current, 'issued', issued)
redis.call('EXPIRE', KEYS[1], ARGV[3])
return {'resumed', player}
