<?php
/** What the programs of the PHP libraries share: the input, a class loader, one line of JSON for each call. */
declare(strict_types=1);

function read_task(): array
{
    return json_decode(file_get_contents('php://stdin'), true, 512, JSON_THROW_ON_ERROR);
}

/** Finds the classes of a library without Composer. */
function load_classes(string $prefix, string $folder): void
{
    spl_autoload_register(static function (string $class) use ($prefix, $folder): void {
        if (strpos($class, $prefix) !== 0) return;
        require $folder . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
    });
}

function step(string $call, string $operation, callable $work)
{
    $line = ['call' => $call, 'operation' => $operation];
    try {
        $result = $work();
        $line['result'] = $result;
    } catch (Throwable $error) {
        $result = null;
        $line['error'] = get_class($error) . ': ' . $error->getMessage();
    }
    echo json_encode($line, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR), "\n";
    return $result;
}
