# Completion of myelin for fish. To use it:
#   myelin completion fish > ~/.config/fish/completions/myelin.fish

function __myelin_complete
    set -l line (string join ' ' -- (commandline -opc | string escape) (commandline -ct))
    for candidate in (command myelin __complete "$line" 2>/dev/null)
        switch $candidate
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':folders'
                __fish_complete_directories (commandline -ct)
            case '*'
                printf '%s\n' $candidate
        end
    end
end

complete -c myelin -f -a '(__myelin_complete)'
complete -c myelin-brain -f -a '(__myelin_complete)'
